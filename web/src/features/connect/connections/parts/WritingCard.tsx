import { Switch } from '@mantine/core';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { momentText } from '../connectionWords';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;

/** Whether prices and sold-out marks are written to the POS, and what of them it did not take. */
export function WritingCard({ connection, steps }: PartProps) {
  const { pos, writes, takesWrites, unwritten } = connection;
  const name = messages.connections.names[pos];
  const title = words.writing(name);
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      {takesWrites ? (
        <Switch
          size="md"
          label={words.writes(name)}
          description={words.writesNext}
          checked={writes}
          disabled={steps.busy !== null}
          onChange={({ currentTarget }) => void steps.setWriting(currentTarget.checked)}
        />
      ) : (
        <p className={page.hint}>{words.takesNoWrites(name)}</p>
      )}
      {unwritten.length > 0 && (
        <>
          <p role="alert" className={page.caution}>
            {words.unwritten(name)}
          </p>
          <ul className={page.list} aria-label={words.unwritten(name)}>
            {unwritten.map(({ what, why, since }) => (
              <li key={`${what} ${since}`} className={page.row}>
                <strong className={page.name}>{what}</strong>
                <span className={page.detail}>{why}</span>
                <span className={page.detail}>{words.since(momentText(since))}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
