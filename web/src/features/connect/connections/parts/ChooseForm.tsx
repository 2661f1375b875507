import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OfferedLocation } from '@/api/connect';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import page from '../../Connect.module.css';
import question from '../../questions/QuestionCard.module.css';
import { refusalText } from '../../words';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;
/** The only currency that is shown. */
const DOLLARS = 'USD';

/** The locations of the account, of which a person chooses one. */
export function ChooseForm({ connection, steps: { choose, busy } }: PartProps) {
  const { offered, accountName, posID } = connection;
  const fitting = offered.filter(({ currency }) => currency === DOLLARS);
  const [only] = fitting.length === 1 ? fitting : [];
  const [chosen, setChosen] = useState<string | null>(only?.externalID ?? null);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { list } = useLocations();
  const here = list.find((location) => location.posID === posID);
  const theirZone = offered.find(({ externalID }) => externalID === chosen)?.timeZone ?? null;

  const send = async () => {
    setMissing(chosen === null);
    if (chosen === null) return;
    setFailure(null);
    try {
      await choose(chosen);
    } catch (error) {
      setFailure(refusalText(error, words.connectFailed));
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
      <Card label={words.chooseTitle}>
        <h2 className={page.title}>{words.chooseTitle}</h2>
        <p className={page.hint}>
          {fitting.length === 0 ? words.noneFits : words.chooseSentence(accountName)}
        </p>
        <Radio.Group
          mt="sm"
          label={words.chooseAt(here?.name ?? '')}
          value={chosen}
          onChange={setChosen}
          error={missing && words.chooseRequired}
          inputWrapperOrder={['label', 'error', 'input']}
          classNames={{ label: question.label }}
        >
          <Stack gap="xs" mt="xs">
            {offered.map((location) => (
              <RadioChoice
                key={location.externalID}
                value={location.externalID}
                label={location.name}
                detail={detailOf(location)}
                disabled={location.currency !== DOLLARS}
              />
            ))}
          </Stack>
        </Radio.Group>
        {here !== undefined && theirZone !== null && theirZone !== here.timeZone && (
          <p className={page.caution}>
            {words.otherZone(theirZone.replaceAll('_', ' '), here.timeZone.replaceAll('_', ' '))}
          </p>
        )}
      </Card>
      <FormError text={failure} />
      {fitting.length > 0 && (
        <SubmitBar label={words.connect} busy={busy === 'choose'}>
          <p className={page.hint}>{words.chooseUntil}</p>
        </SubmitBar>
      )}
    </form>
  );
}

/** Its address, and its currency where that is another one. */
function detailOf({ address, currency }: OfferedLocation): string {
  const money = currency === DOLLARS ? words.currency(currency) : words.otherCurrency(currency);
  return address === null ? money : `${address} · ${money}`;
}
