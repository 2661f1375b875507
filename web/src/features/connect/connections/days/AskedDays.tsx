import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ConnectedDay, ConnectedDayChoice } from '@/api';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../../Connect.module.css';
import { DaysOfTwo } from '../../days/DaysOfTwo';
import question from '../../questions/QuestionCard.module.css';
import { refusalText } from '../../words';
import type { PartProps } from '../useConnectionSteps';
import { othersSums, posSums } from './connectedDays';
import { sidesOf } from './sides';

const words = messages.connectedDays;

interface AskedDaysProps extends PartProps {
  days: readonly ConnectedDay[];
}

/** Days that another source has, with the sums of both, of which a person decides whose sales count. */
export function AskedDays({ connection, steps: { decide, busy }, days }: AskedDaysProps) {
  const [choice, setChoice] = useState<ConnectedDayChoice | null>(null);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pos = messages.connections.names[connection.pos];
  const title = words.title(formatCount(days.length));
  const there = othersSums(days);
  const ours = posSums(days);

  const send = async () => {
    setMissing(choice === null);
    if (choice === null) return;
    setFailure(null);
    try {
      await decide(
        days.map(({ businessDate }) => businessDate),
        choice,
      );
    } catch (error) {
      setFailure(refusalText(error, words.decideFailed));
    }
  };

  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Card label={title}>
        <h2 className={page.title}>{title}</h2>
        <p className={page.hint}>{words.sentence}</p>
        <DaysOfTwo days={sidesOf(days, pos)} />
        <Radio.Group
          mt="md"
          label={words.choice}
          value={choice}
          onChange={(chosen) => setChoice(chosen as ConnectedDayChoice)}
          error={missing && words.required}
          inputWrapperOrder={['label', 'error', 'input']}
          classNames={{ label: question.label }}
        >
          <Stack gap="xs" mt="xs">
            <RadioChoice
              value="replace"
              label={words.replace(pos)}
              detail={words.replaceDetail(formatCount(there.checks), formatMoney(there.netSales))}
            />
            <RadioChoice
              value="skip"
              label={words.skip}
              detail={
                ours === null
                  ? words.skipUncounted
                  : words.skipDetail(formatCount(ours.checks), formatMoney(ours.netSales))
              }
            />
          </Stack>
        </Radio.Group>
      </Card>
      <FormError text={failure} />
      <SubmitBar label={words.submit} busy={busy === 'decide'} />
    </form>
  );
}
