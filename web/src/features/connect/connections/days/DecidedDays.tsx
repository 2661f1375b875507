import { Button } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectedDay } from '@/api/connect';
import { Card } from '@/components/data-list';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../../Connect.module.css';
import { DaysOfTwo } from '../../days/DaysOfTwo';
import { refusalText } from '../../words';
import type { PartProps } from '../useConnectionSteps';
import { othersSums } from './connectedDays';
import { sidesOf } from './sides';
import type { DaysProps } from './useConnectedDays';

const words = messages.connectedDays;

/** Days that are being replaced, and those that were left to another source. */
export function DecidedDays({ connection, steps, days: { replacing, skipped } }: DaysProps) {
  const text = words.replacing(formatCount(replacing.length));
  return (
    <>
      {replacing.length > 0 && (
        <Card label={text}>
          <p className={page.hint} role="status">
            {text}
          </p>
        </Card>
      )}
      {skipped.length > 0 && <Skipped connection={connection} steps={steps} days={skipped} />}
    </>
  );
}

interface SkippedProps extends PartProps {
  days: readonly ConnectedDay[];
}

/** Days that were left to another source can be replaced later. */
function Skipped({ connection, steps: { decide, busy }, days }: SkippedProps) {
  const [asking, setAsking] = useState(false);
  const at = useAtLocation(connection.posID);
  const there = othersSums(days);
  const title = words.skipped(formatCount(days.length));
  const replace = async () => {
    try {
      await decide(
        days.map(({ businessDate }) => businessDate),
        'replace',
      );
    } catch (error) {
      showToast({ severity: 'error', detail: refusalText(error, words.decideFailed) });
    }
    setAsking(false);
  };
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{words.skippedDetail}</p>
      <DaysOfTwo days={sidesOf(days, messages.connections.names[connection.pos])} />
      <div className={page.buttons}>
        <Button
          variant="default"
          leftSection={<IconReplace size={18} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {words.replaceSkipped}
        </Button>
      </div>
      <ConfirmDialog
        sends
        opened={asking}
        icon={IconReplace}
        header={askAt(words.replaceQuestion, at)}
        description={words.replaceDetail(formatCount(there.checks), formatMoney(there.netSales))}
        accept={words.replaceAccept}
        busy={busy === 'decide'}
        onAccept={() => void replace()}
        onReject={() => setAsking(false)}
      />
    </Card>
  );
}
