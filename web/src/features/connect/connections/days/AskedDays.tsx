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
  const { asked, twice, failed, error, retry } = days;
  if (failed) return <PageError error={error} text={words.failed} onRetry={retry} />;
  return (
    <>
      {twice.length > 0 && (
        <Decision connection={connection} steps={steps} days={twice} countTwice />
      )}
      {asked.length > 0 && <Decision connection={connection} steps={steps} days={asked} />}
    </>
  );
}

interface DecisionProps extends PartProps {
  days: readonly ConnectedDay[];
  /** Whether the sales of both are in the reports. */
  countTwice?: boolean;
}

/** Days with the sums of both, of which a person decides whose sales count. */
function Decision({ connection, steps: { decide, busy }, days, countTwice }: DecisionProps) {
  const [choice, setChoice] = useState<ConnectedDayChoice | null>(null);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pos = messages.connections.names[connection.pos];
  const title = (countTwice ? words.twiceTitle : words.title)(formatCount(days.length));
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
        <p className={page.hint}>{countTwice ? words.twiceSentence(pos) : words.sentence}</p>
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
              detail={(countTwice ? words.twiceReplace : words.replaceDetail)(
                formatCount(there.checks),
                formatMoney(there.netSales),
              )}
            />
            <RadioChoice
              value="skip"
              label={countTwice ? words.keepBoth : words.skip}
              detail={countTwice ? words.keepBothDetail : skipDetail(ours)}
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

function skipDetail(sums: ReturnType<typeof posSums>): string {
  return sums === null
    ? words.skipUncounted
    : words.skipDetail(formatCount(sums.checks), formatMoney(sums.netSales));
}
