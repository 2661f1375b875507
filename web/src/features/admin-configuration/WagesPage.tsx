import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Location } from '@/api';
import { Card } from '@/components/data-list';
import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import classes from './AdminConfiguration.module.css';
import { EnteredWages } from './wages/EnteredWages';
import { useWages } from './wages/useWages';
import { type OpenedWage, WageSheet } from './wages/WageSheet';
import wagesClasses from './wages/Wages.module.css';
import { WithoutWage } from './wages/WithoutWage';

const words = messages.wages;

/** /admin-configuration/wages: the wages of a location whose POS does not send them. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.title}${at}`} back="/admin-configuration" />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        <WithLocation choose={words.selectLocation}>
          {(location) => <WagesOf key={location.posID} location={location} />}
        </WithLocation>
      </div>
    </>
  );
}

function WagesOf({ location: { posID, businessDate } }: { location: Location }) {
  const { wages, failed, error, refetch } = useWages(posID);
  const [opened, setOpened] = useState<OpenedWage | null>(null);
  if (wages === undefined) {
    return failed ? (
      <PageError error={error} text={words.failed} onRetry={refetch} />
    ) : (
      <ListSkeleton />
    );
  }
  const { withoutWageList, wageList, counting } = wages;
  return (
    <>
      <div className={wagesClasses.status} role="status">
        {counting && <p className={wagesClasses.counting}>{words.counting}</p>}
      </div>
      {withoutWageList.length === 0 ? (
        <Card label={words.title}>
          <Placeholder icon={IconCircleCheck} text={words.none} next={words.noneNext} />
        </Card>
      ) : (
        <WithoutWage
          rows={withoutWageList}
          today={businessDate}
          onOpen={(row) => setOpened({ row })}
        />
      )}
      {wageList.length > 0 && (
        <EnteredWages wages={wageList} onOpen={(wage) => setOpened({ wage })} />
      )}
      <WageSheet opened={opened} wages={wages} posID={posID} onClose={() => setOpened(null)} />
    </>
  );
}
