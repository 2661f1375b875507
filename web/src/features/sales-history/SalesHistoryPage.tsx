import { IconMapPin } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { DateFilter } from '@/components/date-filter';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { type DateRange, todayOf, todayRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { CheckList } from './CheckList';
import classes from './SalesHistory.module.css';

/** /home/sales-history: the checks of one location in a span of dates, today at first. */
export function Component() {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('general');
  const [picked, setPicked] = useState<DateRange | null>(null);
  const today = todayOf(list, posID, new Date());
  const range = useMemo(() => picked ?? todayRange(today), [picked, today]);
  return (
    <>
      <TopBar title={messages.tiles.salesHistory} />
      <ReportSwitch />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        {posID === null ? (
          <Placeholder icon={IconMapPin} text={messages.sales.selectLocation} />
        ) : (
          <>
            <DateFilter value={range} today={today} onChange={setPicked} />
            {list.length > 0 && (
              <CheckList
                key={`${posID} ${range.startDate} ${range.endDate}`}
                posID={posID}
                range={range}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
