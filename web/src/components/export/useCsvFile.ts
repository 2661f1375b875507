import { useCallback } from 'react';
import { type CsvRequest, csvFile, failureText, isApiError, isTooFast } from '@/api';
import { showToast } from '@/components/toast/toast';
import { saveText } from '@/lib/files/saveText';
import { canShareFiles, shareText } from '@/lib/files/shareText';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';

export interface CsvActions {
  save: () => Promise<void>;
  /** To the device's share sheet: mail, messages, files; `null` where there is none. */
  share: (() => Promise<void>) | null;
  /** What is mailed. */
  request: CsvRequest;
}

/** Fetches what the screen shows as a CSV file, and saves or shares it. `own` is its name if the server's cannot be read. */
export function useCsvFile(request: CsvRequest | null, own: string): CsvActions | null {
  const dispatch = useAppDispatch();
  const fetched = useCallback(
    async (use: (name: string, text: string) => Promise<void> | void) => {
      if (request === null) return;
      try {
        const { name, text } = await dispatch(csvFile(request)).unwrap();
        await use(name ?? own, text);
      } catch (error) {
        const advice = isApiError(error) && !isTooFast(error) ? error.message : '';
        const detail = advice || failureText(error, messages.views.failed);
        showToast({ severity: 'error', detail });
      }
    },
    [dispatch, request, own],
  );
  const save = useCallback(
    () =>
      fetched((name, text) => {
        saveText(name, text);
        showToast({ severity: 'success', detail: messages.files.saved(name) });
      }),
    [fetched],
  );
  const share = useCallback(() => fetched(shareText), [fetched]);
  if (request === null) return null;
  return { save, share: canShareFiles() ? share : null, request };
}
