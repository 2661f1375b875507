import type { ImportSummary } from '@/api';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';

const words = messages.importPreview;

/** Rows that are in no check by intention, by reason. */
export function LeftOut({ summary: { leftOut } }: { summary: ImportSummary }) {
  if (leftOut.length === 0) return null;
  return (
    <Card label={words.leftOut}>
      <h2 className={page.title}>{words.leftOut}</h2>
      <p className={page.hint}>{words.leftOutSentence}</p>
      <ul className={page.list}>
        {leftOut.map(({ reason, rows }) => (
          <li key={reason} className={page.row}>
            <span className={page.name}>{reason}</span>
            <span className={page.value}>{messages.imports.rows(formatCount(rows))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
