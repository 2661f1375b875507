import type { ImportFileTotal } from '@/api';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';
import page from '../Connect.module.css';

const words = messages.importPreview;

/** What the files say that their columns add up to, beside what their rows do; nothing where they say nothing. */
export function FileTotals({ totals }: { totals: readonly ImportFileTotal[] }) {
  if (totals.length === 0) return null;
  const several = new Set(totals.map(({ file }) => file)).size > 1;
  return (
    <Card label={words.fileTotals}>
      <h2 className={page.title}>{words.fileTotals}</h2>
      <p className={page.hint}>{words.fileTotalsHint}</p>
      <ul className={page.list} aria-label={words.fileTotals}>
        {totals.map((of) => (
          <li key={`${of.file}/${of.column}`} className={page.row}>
            <span className={page.name}>{several ? `${of.column}, ${of.file}` : of.column}</span>
            <span className={page.value}>{formatMoney(of.total)}</span>
            <FileTotal total={of} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FileTotal({ total: { total, ofRows } }: { total: ImportFileTotal }) {
  const difference = sumMoney([ofRows, -total]);
  return (
    <span className={page.detail} data-tone={difference === 0 ? 'good' : 'bad'}>
      {difference === 0
        ? words.fileTotalSame
        : words.fileTotalOther(
            formatMoney(ofRows),
            formatMoney(Math.abs(difference)),
            difference > 0,
          )}
    </span>
  );
}
