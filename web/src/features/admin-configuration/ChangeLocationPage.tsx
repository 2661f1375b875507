import { LocationChoices } from '@/components/location/choice/LocationChoices';
import { TopBar } from '@/components/navigation/TopBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import classes from './AdminConfiguration.module.css';

const { adminConfig: words, locations, pages } = messages;

/** /admin-configuration/change-location: the location that every screen shows. */
export function Component() {
  const { list } = useLocations();
  const onChosen = (posID: string | null) => {
    const name = list.find((location) => location.posID === posID)?.name ?? locations.all;
    showToast({ severity: 'success', detail: words.changed(name), key: 'default-location' });
  };
  return (
    <>
      <TopBar title={pages.changeLocation} back="/admin-configuration" />
      <div className={classes.page}>
        <p className={classes.hint}>{words.changeLocationNote}</p>
        <LocationChoices variant="chart" allowAll onChosen={onChosen} />
      </div>
    </>
  );
}
