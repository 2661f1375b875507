import { Button } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectedDay } from '@/api';
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

const words = messages.connectedDays;

interface SkippedDaysProps extends PartProps {
  days: readonly ConnectedDay[];
}

/** Days that were left to another source, which can be replaced later. */
export function SkippedDays({ connection, steps: { decide, busy }, days }: SkippedDaysProps) {
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
