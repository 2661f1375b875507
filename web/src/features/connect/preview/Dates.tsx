import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportSummary } from '@/api';
import { Card, ShareBar } from '@/components/data-list';
import { Choice } from '@/components/segments/Choice';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { firstGrouping, type Grouping, sumsBy } from './dateSums';

const words = messages.importPreview;
/** Rows that are shown at first, and more with each tap. */
const FIRST = 7;
const STEP = 93;

/** Net sales by month or by day. */
export function Dates({ summary: { days, dayCount } }: { summary: ImportSummary }) {
  const [grouping, setGrouping] = useState<Grouping>(() => firstGrouping(days));
  const [shown, setShown] = useState(FIRST);
  const rows = sumsBy(grouping, days);
  const largest = Math.max(0, ...rows.map(({ netSales }) => netSales));
  const left = rows.length - shown;
  return (
    <Card label={words.byDate}>
      <h2 className={page.title}>{words.byDate}</h2>
      <Choice
        label={words.by}
        value={grouping}
        options={[
          { value: 'month', label: words.month },
          { value: 'day', label: words.day },
        ]}
        onChange={(chosen) => {
          setGrouping(chosen);
          setShown(FIRST);
        }}
      />
      <ul className={page.list} aria-label={words.byDate}>
        {rows.slice(0, shown).map(({ key, label, checks, netSales }) => (
          <li key={key} className={page.row}>
            <span className={page.name}>{label}</span>
            <span className={page.value}>{formatMoney(netSales)}</span>
            <span className={page.detail}>{messages.imports.checks(formatCount(checks))}</span>
            <span className={page.bar}>
              <ShareBar share={largest > 0 ? netSales / largest : 0} />
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + STEP)}>
          {words.more(formatCount(Math.min(left, STEP)))}
        </Button>
      )}
      {dayCount > days.length && <p className={page.hint}>{words.moreDays}</p>}
    </Card>
  );
}
