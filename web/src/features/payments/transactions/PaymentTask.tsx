import { IconCreditCard, IconCreditCardOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  isApiError,
  type Location,
  useCancelPaymentIntentMutation,
  useCapturePaymentIntentMutation,
} from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { amountOf } from '@/components/payments/paymentWords';
import { showToast } from '@/components/toast/toast';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { usePayment } from './usePayment';

/** What can be done with an uncaptured payment. */
export type Task = 'capture' | 'cancel';

interface PaymentTaskProps {
  location: Location;
  id: string;
  /** What is being done; `null`: nothing. */
  task: Task | null;
  onClose: () => void;
}

const words = messages.paymentSheet;
const CONFLICT = 409;

/** Asks before a held card is charged or released. However many tries are one change. */
export function PaymentTask({ location: { posID }, id, task, onClose }: PaymentTaskProps) {
  const { payment } = usePayment(posID, id);
  const [capture, capturing] = useCapturePaymentIntentMutation();
  const [cancel, cancelling] = useCancelPaymentIntentMutation();
  const [keys, setKeys] = useState(newKeys);
  const underWay = useRef(false);
  if (payment === undefined) {
    return null;
  }
  const capturable = payment.amount_capturable > 0 ? payment.amount_capturable : amountOf(payment);
  const held = formatMinor(capturable, payment.currency);

  const accept = async (asked: Task) => {
    if (underWay.current) return;
    underWay.current = true;
    const change = asked === 'capture' ? capture : cancel;
    try {
      const changePaymentRequest = { posID, idempotencyKey: keys[asked] };
      await change({ id, changePaymentRequest }).unwrap();
      setKeys(newKeys());
      const detail = asked === 'capture' ? words.captured : words.cancelled;
      showToast({ severity: 'success', detail });
    } catch (error) {
      if (isApiError(error) && error.status === CONFLICT) setKeys(newKeys());
      showToast({ severity: 'error', detail: refusalOf(asked, error) });
    } finally {
      underWay.current = false;
      onClose();
    }
  };
  return (
    <>
      <ConfirmDialog
        sends
        opened={task === 'capture'}
        icon={IconCreditCard}
        header={words.captureTitle(held)}
        description={words.captureWhat}
        reject={words.notNow}
        accept={words.capture}
        busy={capturing.isLoading}
        onAccept={() => void accept('capture')}
        onReject={onClose}
      />
      <ConfirmDialog
        sends
        opened={task === 'cancel'}
        icon={IconCreditCardOff}
        header={words.cancelTitle(held)}
        description={words.cancelWhat}
        reject={words.keep}
        accept={words.cancel}
        busy={cancelling.isLoading}
        onAccept={() => void accept('cancel')}
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
  return task === 'capture' ? words.captureFailed : words.cancelFailed;
}
