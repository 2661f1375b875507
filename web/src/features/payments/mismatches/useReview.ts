import {
  failureText,
  isApiError,
  type Mismatch,
  useReopenMismatchMutation,
  useResolveMismatchMutation,
} from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useOneAtATime } from '@/state/useOneAtATime';

const words = messages.mismatches;
const CONFLICT = 409;

type Seen = Pick<Mismatch, 'id' | 'version'>;

/** Resolves mismatches of a location, and opens them again. */
export function useReview(posID: string) {
  const [sendResolve, resolving] = useResolveMismatchMutation();
  const [sendReopen, reopening] = useReopenMismatchMutation();
  const oneAtATime = useOneAtATime();

  const reopen = ({ id, version }: Seen) =>
    oneAtATime(async () => {
      try {
        await sendReopen({ reopenMismatchRequest: { posID, id, version } }).unwrap();
        showToast({ severity: 'success', detail: words.reopened });
      } catch (error) {
        showToast({ severity: 'error', detail: refusalOf(error) });
      }
    });

  const resolve = ({ id, version }: Seen, note: string) =>
    oneAtATime(async () => {
      try {
        const resolveMismatchRequest = { posID, id, version, note };
        const resolved = await sendResolve({ resolveMismatchRequest }).unwrap();
        showToast({
          severity: 'success',
          detail: words.resolved,
          action: { label: words.undo, run: () => void reopen(resolved) },
        });
      } catch (error) {
        showToast({ severity: 'error', detail: refusalOf(error) });
      }
    });

  return { resolve, reopen, busy: resolving.isLoading || reopening.isLoading };
}

/** A conflict names who reviewed it first. */
function refusalOf(error: unknown): string {
  return isApiError(error) && error.status === CONFLICT
    ? error.message
    : failureText(error, words.reviewFailed);
}
