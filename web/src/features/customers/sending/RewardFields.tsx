import type { UseFormReturnType } from '@mantine/form';
import type { Ref } from 'react';
import { DateField } from '@/components/form/DateField';
import { MessageField } from '@/components/form/MessageField';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import type { RewardValues } from './rewardForm';

interface RewardFieldsProps<Values extends RewardValues> {
  form: UseFormReturnType<Values>;
  today: BusinessDate;
  /** The date's input, for `rewardChecks`. */
  dateRef: Ref<HTMLInputElement>;
}

/** Fields of every reward: a message, and its last day. */
export function RewardFields<Values extends RewardValues>({
  form,
  today,
  dateRef,
}: RewardFieldsProps<Values>) {
  const words = messages.sendReward;
  return (
    <>
      <MessageField label={words.message} {...form.getInputProps('message')} />
      <DateField
        ref={dateRef}
        label={words.validUntil}
        description={words.validUntilHint}
        min={today}
        {...form.getInputProps('validUntil')}
      />
    </>
  );
}
