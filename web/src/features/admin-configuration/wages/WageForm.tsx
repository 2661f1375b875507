import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SetWageRequest } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { DateField } from '@/components/form/DateField';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useOneAtATime } from '@/state/useOneAtATime';
import { useSetWage } from './useSetWage';
import classes from './Wages.module.css';
import { type Holder, problemsOf, requestOf, type WageValues } from './wageValues';

const words = messages.wages;

/** A possible holder of the wage. */
export interface HolderChoice {
  value: Holder;
  label: string;
  detail: string;
}

export interface WageFormProps {
  posID: string;
  /** The person and the job that the wage may be of. */
  named: { employeeID: string | null; job: string | null };
  initial: WageValues;
  /** Without two there is nothing to choose. */
  choices?: readonly HolderChoice[];
  /** The date from which a holder's wage is entered by default. */
  defaultFrom?: (holder: Holder) => string;
  dateHint?: string;
  /** What saving would mean besides. */
  notes: (values: WageValues) => readonly string[];
  /** The entered wage, which may be removed. */
  removal?: Omit<SetWageRequest, 'posID' | 'rate'>;
  /** The question before its removal is open. */
  asking: boolean;
  onAsking: (asking: boolean) => void;
  onDone: () => void;
}

/** A wage per hour, its holder, and its first date. */
export function WageForm({
  posID,
  named,
  initial,
  choices = [],
  defaultFrom,
  dateHint,
  notes,
  removal,
  asking,
  onAsking,
  onDone,
}: WageFormProps) {
  const { setWage, busy } = useSetWage(posID);
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const at = useAtLocation(posID);
  const form = useForm<WageValues>({ initialValues: initial, validate: problemsOf });
  const { values } = form;

  const send = async (request: Omit<SetWageRequest, 'posID'>) => {
    setFailure(null);
    const refusal = await setWage(request);
    onAsking(false);
    if (refusal === null) {
      onDone();
    } else if (refusal.field === null || (refusal.field === 'holder' && choices.length < 2)) {
      setFailure(refusal.text);
    } else {
      form.setFieldError(refusal.field, refusal.text);
    }
  };
  const choose = (holder: string) => {
    const chosen = holder as Holder;
    const isDefault = values.from === defaultFrom?.(values.holder);
    form.setFieldValue('holder', chosen);
    if (isDefault) form.setFieldValue('from', defaultFrom?.(chosen) ?? values.from);
  };

  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={form.onSubmit(() => void oneAtATime(() => send(requestOf(named, values))))}
    >
      <FormError text={failure} />
      <TextInput
        label={words.rate}
        inputMode="decimal"
        autoComplete="off"
        leftSection={<span aria-hidden>$</span>}
        data-autofocus
        {...form.getInputProps('rate')}
      />
      {choices.length > 1 && (
        <Radio.Group
          label={words.holder}
          classNames={{ label: classes.groupLabel }}
          {...form.getInputProps('holder')}
          onChange={choose}
        >
          <Stack gap={0}>
            {choices.map((choice) => (
              <RadioChoice key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <DateField label={words.firstDay} description={dateHint} {...form.getInputProps('from')} />
      <div className={classes.notes} role="status">
        {notes(values).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {removal && (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onAsking(true)}
        >
          {words.remove}
        </Button>
      )}
      <SubmitBar
        label={words.save}
        busy={busy && !asking}
        disabled={removal !== undefined && !form.isDirty()}
      />
      {removal && (
        <ConfirmDialog
          opened={asking}
          icon={IconTrash}
          header={askAt(words.removeQuestion, at)}
          description={words.removeDetail(formatDay(removal.from))}
          accept={words.removeAccept}
          busy={busy}
          sends
          onAccept={() => void oneAtATime(() => send(removal))}
          onReject={() => onAsking(false)}
        />
      )}
    </form>
  );
}
