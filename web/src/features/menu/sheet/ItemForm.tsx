import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import {
  failureText,
  type Item,
  isApiError,
  useUpdatePositemMutation,
  useUploadItemImageMutation,
} from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import classes from './ItemSheet.module.css';
import {
  changedFields,
  changesOf,
  type ItemField,
  type ItemValues,
  problemsOf,
  rebased,
  valuesOf,
} from './itemValues';
import { MoneyField } from './MoneyField';
import { OfferFields } from './OfferFields';
import { type PictureChoice, PictureField } from './PictureField';

const { itemSheet: words, inventory, picture: pictureWords } = messages;

/** Helper below the field. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

interface ItemFormProps {
  item: Item;
  /** Business date of the location. */
  today: BusinessDate;
  reload: () => Promise<Item | undefined>;
  setUnsaved: (unsaved: boolean) => void;
  onSaved?: () => void;
}

const labels: Record<ItemField, string> = {
  price: words.price,
  estimatedCost: words.cost,
  displayName: words.name,
  offPercentage: words.percent,
  validFrom: words.from,
  validUntil: words.until,
  stock: words.counted,
  lowStock: words.lowStock,
};

function isField(name: string | undefined, values: ItemValues): name is ItemField {
  return name !== undefined && name in values;
}

/** Changes an item. Untouched fields follow changes by others. */
export function ItemForm({ item, today, reload, setUnsaved, onSaved }: ItemFormProps) {
  const [update, updating] = useUpdatePositemMutation();
  const [upload, uploading] = useUploadItemImageMutation();
  /** The item that the form was made from. */
  const [base, setBase] = useState(item);
  const [choice, setChoice] = useState<PictureChoice>({ kind: 'keep' });
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const before = valuesOf(base, today);
  const form = useForm<ItemValues>({
    initialValues: before,
    validateInputOnBlur: true,
    validate: (values) => problemsOf(values, before, today),
  });
  const unsaved = changedFields(form.values, before).length > 0 || choice.kind !== 'keep';
  const busy = updating.isLoading || uploading.isLoading;

  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [setUnsaved, unsaved]);

  const showItem = (fresh: Item, values = valuesOf(fresh, today)) => {
    setBase(fresh);
    form.setValues(values);
  };
  const follow = useRef<(fresh: Item) => void>(undefined);
  follow.current = (fresh) => {
    const values = rebased(form.values, before, valuesOf(fresh, today));
    if (fresh.version > base.version && values !== null) showItem(fresh, values);
  };
  useEffect(() => follow.current?.(item), [item]);

  const startAgain = (fresh: Item) => {
    setChoice({ kind: 'keep' });
    setPictureError(null);
    form.clearErrors();
    showItem(fresh);
  };

  /** The picture's new address; `undefined` if it stays; throws if it was refused. */
  const pictureUrl = async (): Promise<string | null | undefined> => {
    if (choice.kind === 'keep') return undefined;
    if (choice.kind === 'remove') return null;
    try {
      const image = choice.picture.base64;
      const request = { posID: item.posID, image };
      return (await upload({ uploadItemImageRequest: request }).unwrap()).body.imageUrl;
    } catch (error) {
      const refused = isApiError(error) && (error.status === 400 || error.status === 413);
      const text = refused ? fieldMessage(pictureWords.label, error.message) : '';
      const usual = refused ? pictureWords.unreadable : pictureWords.uploadFailed;
      setPictureError(text || failureText(error, usual));
      throw error;
    }
  };

  const refused = async (error: unknown) => {
    const refusal = isApiError(error) ? error : undefined;
    if (refusal?.status === 409) {
      const fresh = await reload();
      if (fresh !== undefined) startAgain(fresh);
      setFailure(words.changedMeanwhile);
      return;
    }
    if (refusal?.status === 400 && isField(refusal.field, form.values)) {
      const text = fieldMessage(labels[refusal.field], refusal.message);
      form.setFieldError(refusal.field, text || inventory.updateFailed);
    } else if (refusal?.status === 400 && refusal.field === 'imageUrl') {
      setPictureError(fieldMessage(pictureWords.label, refusal.message) || inventory.updateFailed);
    }
    showToast({ severity: 'error', detail: failureText(error, inventory.updateFailed) });
  };

  const save = async (values: ItemValues) => {
    setFailure(null);
    setPictureError(null);
    if (!unsaved) {
      showToast({ severity: 'info', detail: words.unchanged });
      return;
    }
    try {
      const imageUrl = await pictureUrl();
      const { body } = await update({
        updateItemRequest: {
          posID: item.posID,
          posItemID: item.posItemID,
          ...changesOf(values, before, base),
          ...(imageUrl !== undefined && { imageUrl }),
          version: base.version,
        },
      }).unwrap();
      startAgain(body);
      setUnsaved(false);
      showToast({ severity: 'success', detail: inventory.updated });
      onSaved?.();
    } catch (error) {
      await refused(error);
    }
  };
  const submit = form.onSubmit(save, (errors) => {
    const [first = ''] = Object.keys(errors);
    form.getInputNode(first)?.focus();
  });

  return (
    <form className={formClasses.form} onSubmit={submit} noValidate>
      <FormError text={failure} />
      <div className={classes.pair}>
        <MoneyField
          label={words.price}
          hint={base.openPrice ? words.openPriceHint : words.priceHint}
          placeholder={base.openPrice ? messages.menu.openPrice : undefined}
          posAmount={base.tillPrice}
          posWords={words.posPrice}
          {...form.getInputProps('price')}
          onTake={(typed) => form.setFieldValue('price', typed)}
        />
        <MoneyField
          label={words.cost}
          hint={words.costHint}
          posAmount={base.tillCost}
          posWords={words.posCost}
          {...form.getInputProps('estimatedCost')}
          onTake={(typed) => form.setFieldValue('estimatedCost', typed)}
        />
      </div>
      <TextInput
        label={words.name}
        description={words.nameHint}
        inputWrapperOrder={inputWrapperOrder}
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <PictureField
        url={base.imageUrl}
        choice={choice}
        onChoose={(chosen) => {
          setPictureError(null);
          setChoice(chosen);
        }}
        error={pictureError}
        onError={setPictureError}
      />
      <OfferFields form={form} base={base} today={today} />
      <fieldset className={classes.section}>
        <legend className={classes.legend}>{words.stock}</legend>
        <div className={classes.pair}>
          <TextInput
            label={words.counted}
            description={words.stockHint}
            inputWrapperOrder={inputWrapperOrder}
            placeholder={base.stock === null ? words.notCounted : undefined}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('stock')}
          />
          <TextInput
            label={words.lowStock}
            description={words.lowStockHint}
            inputWrapperOrder={inputWrapperOrder}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('lowStock')}
          />
        </div>
      </fieldset>
      <SubmitBar label={words.save} busy={busy} />
    </form>
  );
}
