import { Button } from '@mantine/core';
import { useId } from 'react';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import classes from './CampaignForm.module.css';
import type { AllRecipients } from './useAllRecipients';

const words = messages.campaignForm;

interface RecipientsFieldProps {
  recipients: AllRecipients;
  /** How many are chosen. */
  chosen: number;
  error: string | null;
  onChooseAll: () => void;
  /** They are to be chosen one by one. */
  onChoose: () => void;
}

/** Who gets it: how many of how many, all with one tap, or some of them. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { recipients, chosen, error, onChooseAll, onChoose } = props;
  const labelId = useId();
  const errorId = useId();
  const may = recipients.list.filter(({ exclusion }) => exclusion === null).length;
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
      <p className={chosen === 0 ? classes.nobody : classes.count} role="status">
        {chosen === 0 ? messages.marketing.noRecipients : countOf(chosen)}
      </p>
      {recipients.state === 'loaded' && may === 0 && recipients.list.length > 0 && (
        <p className={classes.hint}>{words.nobodyMay}</p>
      )}
      <div className={classes.choices}>
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
