import { Button } from '@mantine/core';
import { IconCalendarMinus, IconCopyCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { DaysOfTwo, sidesOfImport } from '../days/DaysOfTwo';
import type { Decision, ImportSteps } from '../useImportSteps';
import { overlapSums } from './overlapSums';

const words = messages.importOverlaps;

interface OverlapsCardProps {
  import: Import;
  steps: ImportSteps;
}

/** Days that another source has too, as it came after the import: a person takes them out of the import, or keeps both. */
export function OverlapsCard({ import: of, steps: { decide, busy } }: OverlapsCardProps) {
  const [asking, setAsking] = useState<Decision | null>(null);
  const at = useAtLocation(of.posID);
  const { dates, checks, netSales } = overlapSums(of.overlaps);
  const title = words.title(formatCount(dates.length));
  const accept = async (decision: Decision) => {
    await decide(decision, dates);
    setAsking(null);
  };
  const takesOut = asking !== 'keep';
  return (
    <Card label={title}>
      <div role="alert">
        <h2 className={page.title}>{title}</h2>
      </div>
      <p className={page.hint}>{words.sentence}</p>
      <DaysOfTwo days={sidesOfImport(of.overlaps, words.since, words.inImport)} />
      <div className={page.buttons}>
        <Button
          leftSection={<IconCalendarMinus size={18} aria-hidden />}
          onClick={() => setAsking('takeOut')}
        >
          {words.takeOut}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopyCheck size={18} aria-hidden />}
          onClick={() => setAsking('keep')}
        >
          {words.keep}
        </Button>
      </div>
      <ConfirmDialog
        sends
        opened={asking !== null}
        icon={takesOut ? IconCalendarMinus : IconCopyCheck}
        header={askAt(takesOut ? words.takeOutQuestion : words.keepQuestion, at)}
        description={
          takesOut
            ? words.takeOutDetail(formatCount(checks), formatMoney(netSales))
            : words.keepDetail
        }
        accept={takesOut ? words.takeOutAccept : words.keepAccept}
        busy={busy === 'takeOut' || busy === 'keep'}
        onAccept={() => asking !== null && void accept(asking)}
        onReject={() => setAsking(null)}
      />
    </Card>
  );
}
