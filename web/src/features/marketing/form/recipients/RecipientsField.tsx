import { Button, Skeleton } from '@mantine/core';
import { useId } from 'react';
import type { GuestSegment, MarketingRecipient } from '@/api';
import { ChipRow } from '@/components/chips/ChipRow';
import type { AllRows } from '@/components/data-list';
import { segments } from '@/components/guest-filter';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import classes from '../CampaignForm.module.css';

const words = messages.campaignForm;

interface RecipientsFieldProps {
  recipients: AllRows<MarketingRecipient>;
  /** Number of chosen recipients. */
  chosen: number;
  /** The group that is chosen, as long as nobody else is. */
  group: GuestSegment | null;
  error: string | null;
  onChooseAll: () => void;
  onChooseGroup: (group: GuestSegment) => void;
  /** Called to choose them one by one. */
  onChoose: () => void;
}

/** The recipients: their number, buttons to choose all or a group, and one to choose some. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { recipients, chosen, group, error, onChooseAll, onChooseGroup, onChoose } = props;
  const labelId = useId();
  const errorId = useId();
  const may = recipients.rows.filter(({ exclusion }) => exclusion === null).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row.
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={errorId}
      data-wrong={error !== null || undefined}
      className={classes.field}
    >
      <p id={labelId} className={classes.label}>
        {words.recipients}
      </p>
      <p className={chosen === 0 ? classes.none : classes.count} role="status">
        {chosen === 0 ? messages.marketing.noRecipients : countOf(chosen)}
      </p>
      {recipients.state === 'loaded' && may === 0 && recipients.rows.length > 0 && (
        <p className={classes.hint}>{words.noneCanReceive}</p>
      )}
      <ChipRow
        label={words.groups}
        options={segments.map((segment) => ({
          key: segment,
          label: messages.guestFilter.segment[segment],
          chosen: segment === group,
          onChoose: () => onChooseGroup(segment),
        }))}
      />
      <div className={classes.choices}>
        {recipients.state === 'loading' && chosen === 0 && <Skeleton className={classes.choice} />}
        {recipients.state === 'loaded' && may > 0 && chosen < may && (
          <Button variant="light" onClick={onChooseAll}>
            {words.everyone(formatCount(may))}
          </Button>
        )}
        <Button variant="default" onClick={onChoose}>
          {chosen === 0 ? words.choose : words.change}
        </Button>
      </div>
      <p id={errorId} className={classes.error} role="alert">
        {error}
      </p>
    </div>
  );
}

function countOf(chosen: number): string {
  return chosen === 1 ? words.chosenOne : words.chosen(formatCount(chosen));
}
