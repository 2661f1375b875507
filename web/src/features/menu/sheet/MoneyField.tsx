import { Button, TextInput, type TextInputProps } from '@mantine/core';
import type { messages } from '@/lib/messages';
import { formatMoney, typedMoney } from '@/lib/money';
import classes from './ItemSheet.module.css';

type PosWords = typeof messages.itemSheet.posPrice | typeof messages.itemSheet.posCost;

interface MoneyFieldProps extends TextInputProps {
  hint: string;
  /** The POS's amount, if it differs from the one in force; dollars. */
  posAmount: number | null;
  posWords: PosWords;
  /** Called with the POS's amount as text. */
  onTake: (typed: string) => void;
}

/** Dollars and cents, with the POS's amount beside them if it differs. */
export function MoneyField({ hint, posAmount, posWords, onTake, ...input }: MoneyFieldProps) {
  return (
    <div>
      <TextInput
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        autoComplete="off"
        leftSection={<span aria-hidden>$</span>}
        withAsterisk={false}
        {...input}
      />
      {posAmount !== null && (
        <p className={classes.pos}>
          {posWords.shown(formatMoney(posAmount))}
          <Button
            variant="subtle"
            size="compact-md"
            mih="2.75rem"
            px={0}
            aria-label={posWords.label(formatMoney(posAmount))}
            onClick={() => onTake(typedMoney(posAmount))}
          >
            {posWords.use}
          </Button>
        </p>
      )}
    </div>
  );
}
