import { failureText, isApiError, type SetWageRequest, useSetWageMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import type { WageValues } from './wageValues';

const words = messages.wages;

/** Field of the form by the name of the refused one, and its label. */
const fields: Readonly<Record<string, { name: keyof WageValues; label: string }>> = {
  rate: { name: 'rate', label: words.rate },
  from: { name: 'from', label: words.firstDay },
  employeeID: { name: 'holder', label: words.holder },
  job: { name: 'holder', label: words.holder },
};

/** Why a wage was not set: at a field of the form, or as a whole. */
export interface WageRefusal {
  field: keyof WageValues | null;
  text: string;
}

/** Sets wages of a location, or removes them where they have no rate. */
export function useSetWage(posID: string) {
  const [set, { isLoading }] = useSetWageMutation();
  /** The refusal, or `null` if there is none. */
  const setWage = async (request: Omit<SetWageRequest, 'posID'>): Promise<WageRefusal | null> => {
    const isRemoval = request.rate === undefined;
    try {
      await set({ setWageRequest: { posID, ...request } }).unwrap();
      const detail = isRemoval ? words.removed : words.saved;
      showToast({ severity: 'success', detail, key: 'wage' });
      return null;
    } catch (error) {
      return refusalOf(error, isRemoval ? words.removeFailed : words.saveFailed);
    }
  };
  return { setWage, busy: isLoading };
}

function refusalOf(error: unknown, failed: string): WageRefusal {
  const refusal = isApiError(error) && error.status === 400 ? error : undefined;
  const field = fields[refusal?.field ?? ''];
  return field === undefined
    ? { field: null, text: failureText(error, failed) }
    : { field: field.name, text: fieldMessage(field.label, refusal?.message ?? '') || failed };
}
