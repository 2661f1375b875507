import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ConnectedDay, ConnectedDayChoice } from '@/api/connect';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { PageError } from '@/components/placeholder/PageError';
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
import type { DaysProps } from './useConnectedDays';

const words = messages.connectedDays;

/** Days that another source has, too, and that a person has to decide about. */
export function AskedDays({ connection, steps, days }: DaysProps) {
  const { asked, failed, error, retry } = days;
  if (failed) return <PageError error={error} text={words.failed} onRetry={retry} />;
  return asked.length > 0 && <Decision connection={connection} steps={steps} days={asked} />;
}

interface DecisionProps extends PartProps {
  days: readonly ConnectedDay[];
}

/** Days with the sums of both, of which a person decides whose sales count. */
function Decision({ connection, steps: { decide, busy }, days }: DecisionProps) {
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
        <FormError text={failure} />
        <div className={page.buttons}>
          <Button type="submit" loading={busy === 'decide'}>
            {words.submit}
          </Button>
        </div>
      </Card>
    </form>
  );
}
