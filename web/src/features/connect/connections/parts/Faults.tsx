import { IconAlertTriangle } from '@tabler/icons-react';
import type { Connection } from '@/api/connect';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { momentText } from '../connectionWords';

const words = messages.connectionWork;

/** What of a connection stands still, why, and what to do. */
export function Faults({ connection: { faults } }: { connection: Connection }) {
  if (faults.length === 0) return null;
  return (
    <Card label={words.faults}>
      <div role="alert">
        <h2 className={page.title}>
          <IconAlertTriangle size={18} aria-hidden color="var(--sf-caution)" /> {words.faults}
        </h2>
      </div>
      <ul className={page.list} aria-label={words.faults}>
        {faults.map(({ what, why, since }) => (
          <li key={what} className={page.row}>
            <strong className={page.name}>{what}</strong>
            <span className={page.detail}>{why}</span>
            <span className={page.detail}>{words.since(momentText(since))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
