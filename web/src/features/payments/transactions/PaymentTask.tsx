import { IconCreditCard, IconCreditCardOff } from '@tabler/icons-react';
import { useState } from 'react';
import {
  failureText,
  isApiError,
  type Location,
  useCancelPaymentIntentMutation,
  useCapturePaymentIntentMutation,
} from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { amountOf } from '@/components/payments/paymentWords';
import { showToast } from '@/components/toast/toast';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { useOneAtATime } from '@/state/useOneAtATime';
import { usePayment } from './usePayment';

/** Tasks for an uncaptured payment. */
export type Task = 'capture' | 'cancel';

interface PaymentTaskProps {
  location: Location;
  id: string;
  /** The current task; `null` for none. */
  task: Task | null;
  onClose: () => void;
}

const words = messages.paymentSheet;
const CONFLICT = 409;

/** Asks before the authorized amount is charged or released. All tries make one change. */
export function PaymentTask({ location: { posID }, id, task, onClose }: PaymentTaskProps) {
  const { payment } = usePayment(posID, id);
  const [capture, capturing] = useCapturePaymentIntentMutation();
  const [cancel, cancelling] = useCancelPaymentIntentMutation();
  const [keys, setKeys] = useState(newKeys);
  const oneAtATime = useOneAtATime();
  const at = useAtLocation(posID);
  if (payment === undefined) {
    return null;
  }
  const capturable = payment.amount_capturable > 0 ? payment.amount_capturable : amountOf(payment);
  const amount = formatMinor(capturable, payment.currency);

  const accept = async (chosen: Task) => {
    const change = chosen === 'capture' ? capture : cancel;
    try {
      const changePaymentRequest = { posID, idempotencyKey: keys[chosen] };
      await change({ id, changePaymentRequest }).unwrap();
      setKeys(newKeys());
      const detail = chosen === 'capture' ? words.captured : words.cancelled;
      showToast({ severity: 'success', detail });
    } catch (error) {
      if (isApiError(error) && error.status === CONFLICT) setKeys(newKeys());
      showToast({ severity: 'error', detail: refusalOf(chosen, error) });
    } finally {
      onClose();
    }
  };
  return (
    <>
      <ConfirmDialog
        sends
        opened={task === 'capture'}
        icon={IconCreditCard}
        header={askAt(words.captureTitle(amount), at)}
        description={words.captureWhat}
        reject={words.notNow}
        accept={words.capture}
        busy={capturing.isLoading}
        onAccept={() => void oneAtATime(() => accept('capture'))}
        onReject={onClose}
      />
      <ConfirmDialog
        sends
        opened={task === 'cancel'}
        icon={IconCreditCardOff}
        header={askAt(words.cancelTitle(amount), at)}
        description={words.cancelWhat}
        reject={words.keep}
        accept={words.cancel}
        busy={cancelling.isLoading}
        onAccept={() => void oneAtATime(() => accept('cancel'))}
        onReject={onClose}
      />
    </>
  );
}

function newKeys(): Record<Task, string> {
  return { capture: idempotencyKey(), cancel: idempotencyKey() };
}

function refusalOf(task: Task, error: unknown): string {
  if (isApiError(error) && error.status === CONFLICT) {
    return words.changedMeanwhile;
  }
  return failureText(error, task === 'capture' ? words.captureFailed : words.cancelFailed);
}
