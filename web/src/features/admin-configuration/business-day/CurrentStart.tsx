import type { Location } from '@/api';
import { Card } from '@/components/data-list';
import { formatDay, formatDayStart } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './BusinessDay.module.css';

const words = messages.businessDay;

/** The start that holds now, and each one that the dates have, the last one first. */
export function CurrentStart({ location: { dayStart, dayStarts } }: { location: Location }) {
  const [, second] = dayStarts;
  return (
    <Card label={words.now}>
      <p className={classes.label}>{words.now}</p>
      <p className={classes.start}>{formatDayStart(dayStart)}</p>
      {second?.startDate && (
        <ul className={classes.history} aria-label={words.history}>
          {dayStarts.toReversed().map(({ startDate, dayStart: start }) => (
            <li key={startDate} className={classes.change}>
              <span className={classes.time}>{formatDayStart(start)}</span>
              <span>
                {startDate === null
                  ? words.before(formatDay(second.startDate ?? ''))
                  : words.since(formatDay(startDate))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
