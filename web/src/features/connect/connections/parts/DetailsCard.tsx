import { Card } from '@/components/data-list';
import { AttributeList } from '@/components/list/AttributeList';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { momentText } from '../connectionWords';
import { NewToken } from '../token/NewToken';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;

/** What the connection is of, and another token for it. */
export function DetailsCard({ connection, steps }: PartProps) {
  const { accountName, externalName, createdAt, createdBy, state } = connection;
  return (
    <Card label={words.details}>
      <h2 className={page.title}>{words.details}</h2>
      <AttributeList
        plain
        attributes={[
          { label: words.account, value: accountName },
          ...(externalName === null ? [] : [{ label: words.location, value: externalName }]),
          { label: words.connected, value: `${momentText(createdAt)}, ${createdBy}` },
        ]}
      />
      {state !== 'refused' && (
        <div className={page.buttons}>
          <NewToken connection={connection} steps={steps} />
        </div>
      )}
    </Card>
  );
}
