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

interface DaysOfTwoProps {
  days: readonly ImportConflict[];
  /** The label of another source. */
  there: (source: string) => string;
  /** The label of the import. */
  ours: string;
}

function sumsText(checks: number, netSales: number): string {
  return words.sums(formatCount(checks), formatMoney(netSales));
}

/** Days that an import and another source have, with the sums of both. */
export function DaysOfTwo({ days, there, ours }: DaysOfTwoProps) {
  const [all, setAll] = useState(false);
  const shown = all ? days : days.slice(0, FIRST_DAYS);
  return (
    <>
      <ul className={page.list}>
        {shown.map((day) => (
          <li key={`${day.businessDate}/${day.source}`} className={classes.day}>
            <strong>{formatWeekday(day.businessDate)}</strong>
            <dl className={classes.sources}>
              <div>
                <dt>{there(day.sourceName)}</dt>
                <dd>{sumsText(day.checks, day.netSales)}</dd>
              </div>
              <div>
                <dt>{ours}</dt>
                <dd>{sumsText(day.importChecks, day.importNetSales)}</dd>
              </div>
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
