import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { messages } from '@/lib/messages';
import { formatMoney, typedMoney } from '@/lib/money';
import classes from './ItemSheet.module.css';

const words = messages.itemSheet;

interface MoneyFieldProps extends TextInputProps {
  hint: string;
  /** The till's amount, if it differs from the one in force; dollars. */
  till: number | null;
  /** Name of the button that takes it. */
  takeLabel: (amount: string) => string;
  /** Called with the till's amount as text. */
  onTake: (typed: string) => void;
}

/** Dollars and cents, with the till's amount beside them if it differs. */
export function MoneyField({ hint, till, takeLabel, onTake, ...input }: MoneyFieldProps) {
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
      {till !== null && (
        <p className={classes.till}>
          {words.tillSays(formatMoney(till))}
          <Button
            variant="subtle"
            size="compact-md"
            mih="2.75rem"
            px={0}
            aria-label={takeLabel(formatMoney(till))}
            onClick={() => onTake(typedMoney(till))}
          >
            {words.takeIt}
          </Button>
        </p>
      )}
    </div>
  );
}
