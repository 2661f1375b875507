import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Item } from '@/api';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { centsTyped, discounted, formatMoney } from '@/lib/money';
import classes from './ItemSheet.module.css';
import type { ItemValues } from './itemValues';

const words = messages.itemSheet;

interface OfferFieldsProps {
  form: UseFormReturnType<ItemValues>;
  /** The item that the form was made from. */
  base: Item;
  today: BusinessDate;
}

/** Percent off and its days, with the resulting price. */
export function OfferFields({ form, base, today }: OfferFieldsProps) {
  const { offPercentage, price, validFrom } = form.values;
  const percent = Number(offPercentage);
  const cents = centsTyped(price);
  const offered = Number.isInteger(percent) && percent > 0 && percent <= 100;
  const had = base.offPercentage > 0;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{words.offer}</legend>
      <TextInput
        label={words.percent}
        description={words.percentHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        rightSection={<span aria-hidden>%</span>}
        {...form.getInputProps('offPercentage')}
      />
      {offered && (
        <>
          <div className={classes.pair}>
            <TextInput
              type="date"
              label={words.from}
              max={form.values.validUntil}
              {...form.getInputProps('validFrom')}
            />
            <TextInput
              type="date"
              label={words.until}
              min={validFrom > today ? validFrom : today}
              {...form.getInputProps('validUntil')}
            />
          </div>
          {cents !== null && (
            <p className={classes.hint}>
              {words.offerPrice(
                formatMoney(discounted(cents / 100, percent)),
                formatMoney(cents / 100),
              )}
            </p>
          )}
        </>
      )}
      {had && !offered && <p className={classes.hint}>{words.offerEnds}</p>}
      {had && (
        <Button
          variant="default"
          onClick={() =>
            form.setFieldValue('offPercentage', offered ? '' : String(base.offPercentage))
          }
        >
          {offered ? words.endOffer : words.keepOffer}
        </Button>
      )}
    </fieldset>
  );
}
