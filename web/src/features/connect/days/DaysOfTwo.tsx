import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportConflict } from '@/api';
import { formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import classes from './DaysOfTwo.module.css';

const words = messages.importQuestions;
/** Days that are shown at first. */
const FIRST_DAYS = 7;

interface Sums {
  checks: number;
  netSales: number;
}

/** A day that two sources have. */
export interface DayOfTwo {
  key: string;
  businessDate: string;
  /** The sources with their sums, or words where there are none yet. */
  sides: readonly { label: string; sums: Sums | string }[];
}

/** Days that an import and another source have; `there` labels the other source. */
export function sidesOfImport(
  days: readonly ImportConflict[],
  there: (source: string) => string,
  ours: string,
): DayOfTwo[] {
  return days.map((day) => ({
    key: `${day.businessDate}/${day.source}`,
    businessDate: day.businessDate,
    sides: [
      { label: there(day.sourceName), sums: day },
      { label: ours, sums: { checks: day.importChecks, netSales: day.importNetSales } },
    ],
  }));
}

function sumsText(sums: Sums | string): string {
  if (typeof sums === 'string') return sums;
  return words.sums(formatCount(sums.checks), formatMoney(sums.netSales));
}

/** Days that two sources have, with the sums of both. */
export function DaysOfTwo({ days }: { days: readonly DayOfTwo[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? days : days.slice(0, FIRST_DAYS);
  return (
    <>
      <ul className={page.list}>
        {shown.map((day) => (
          <li key={day.key} className={classes.day}>
            <strong>{formatWeekday(day.businessDate)}</strong>
            <dl className={classes.sources}>
              {day.sides.map(({ label, sums }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{sumsText(sums)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {shown.length < days.length && (
        <Button variant="default" fullWidth onClick={() => setAll(true)}>
          {words.showAll(formatCount(days.length))}
        </Button>
      )}
    </>
  );
}
