import { useForm } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import type { Item } from '@/api';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { messages } from '@/lib/messages';
import type { CampaignDraft } from '@/lib/storage/storage';
import type { CampaignForm as Kind } from '../kinds';
import {
  checkBody,
  checkCode,
  checkPercent,
  checkSubject,
  checkValidUntil,
  type DraftValues,
  emptyDraft,
  partsOf,
} from './draft';
import { useKeptItems } from './kept/useKeptItems';

const words = messages.campaignForm;

/** Errors of the form. */
export interface Errors {
  recipients: string | null;
  items: string | null;
  /** Above the form. */
  form: string | null;
}

export const noErrors: Errors = { recipients: null, items: null, form: null };

/** The typed values of a form, kept while recipients are chosen; at first those of a kept draft. */
export function useDraft(kind: Kind, posID: string, kept: CampaignDraft | null) {
  const parts = partsOf(kind.channel, kind.kind);
  const today = useBusinessDate(posID);
  // Only the input itself knows half a date.
  const dateRef = useRef<HTMLInputElement>(null);
  const values = useForm<DraftValues>({
    initialValues: { ...emptyDraft, ...kept?.values },
    validateInputOnBlur: true,
    validate: {
      subject: (typed) => (parts.subject ? checkSubject(typed) : null),
      body: checkBody,
      code: (typed) => (parts.code ? checkCode(typed) : null),
      percent: (typed) => (parts.terms ? checkPercent(typed) : null),
      validUntil: (typed) =>
        dateRef.current?.validity.badInput
          ? words.validUntilInvalid
          : checkValidUntil(typed, today),
    },
  });
  const { setValues, clearErrors } = values;
  const [items, setItems] = useState<readonly Item[]>([]);
  const [errors, setErrors] = useState(noErrors);
  const itemIDs = useKeptItems(posID, kept?.items ?? [], items, setItems);
  const reset = useCallback(() => {
    setValues(emptyDraft);
    clearErrors();
    setItems([]);
    setErrors(noErrors);
  }, [setValues, clearErrors]);
  return { parts, today, dateRef, values, items, setItems, itemIDs, errors, setErrors, reset };
}

/** Whether the form has typed or chosen values. */
export function isBegun({ values, itemIDs }: ReturnType<typeof useDraft>): boolean {
  return itemIDs.length > 0 || Object.values(values.values).some((typed) => typed.trim() !== '');
}
