import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import classes from './Connect.module.css';
import { LocationForm } from './location/LocationForm';
import { UploadForm } from './upload/UploadForm';

const words = messages.upload;

/** /admin-configuration/connect/upload: files of another POS. A person without a location of their own makes one first. */
export function Component() {
  const { list, loaded } = useLocations();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.title}${at}`} back="/admin-configuration/connect" />
      <div className={classes.page}>
        {loaded && list.every(({ isSample }) => isSample) ? (
          <LocationForm />
        ) : (
          <>
            <LocationStrip variant="general" />
            <WithLocation choose={words.selectLocation}>
              {(location) => <UploadForm key={location.posID} location={location} />}
            </WithLocation>
          </>
        )}
      </div>
    </>
  );
}
