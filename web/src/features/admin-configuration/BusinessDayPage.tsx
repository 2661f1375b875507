import type { Location } from '@/api';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import classes from './AdminConfiguration.module.css';
import { CurrentStart } from './business-day/CurrentStart';
import { DateMoveCard } from './business-day/DateMoveCard';
import { DayStartForm } from './business-day/DayStartForm';
import { useDateMove } from './business-day/useDateMove';

const words = messages.businessDay;
const discarding = { header: words.discardQuestion, description: words.unsaved };

/** /admin-configuration/business-day: when the business days of a location begin. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  const { setUnsaved, ask, dialog } = useLeaveGuard(discarding);
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.title}${at}`} back="/admin-configuration" />
      <div className={classes.page}>
        <LocationStrip variant="general" beforeChange={ask} />
        <WithLocation choose={words.selectLocation}>
          {(location) => (
            <BusinessDay key={location.posID} location={location} setUnsaved={setUnsaved} />
          )}
        </WithLocation>
      </div>
      {dialog}
    </>
  );
}

interface BusinessDayProps {
  location: Location;
  setUnsaved: (unsaved: boolean) => void;
}

function BusinessDay({ location, setUnsaved }: BusinessDayProps) {
  const { posID, dayStarts } = location;
  const { move, expect } = useDateMove(posID);
  return (
    <>
      {move !== null && <DateMoveCard posID={posID} move={move} />}
      <CurrentStart location={location} />
      <DayStartForm
        // A start that was set begins the form again.
        key={JSON.stringify(dayStarts)}
        location={location}
        setUnsaved={setUnsaved}
        onSaved={expect}
      />
    </>
  );
}
