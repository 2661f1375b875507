import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Customer, useEraseCustomerMutation } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { nameOf } from '../guests';

/** Milliseconds in which a second tap still belongs to the first. */
const DOUBLE_TAP_MS = 500;

interface EraseDialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Asks twice before a guest is forgotten: what goes and what stays, and whether they are sure. */
export function EraseDialog({ customer, opened, onClose }: EraseDialogProps) {
  const { posID, posCustomerID } = customer;
  const sessionID = useSessionID();
  const [erase, { isLoading }] = useEraseCustomerMutation();
  const [sure, setSure] = useState(false);
  const surely = useRef(0);
  const words = messages.erasure;
  const name = nameOf(customer);

  const close = () => {
    setSure(false);
    onClose();
  };
  const accept = async () => {
    if (!sure) {
      surely.current = performance.now();
      setSure(true);
      return;
    }
    if (isLoading || performance.now() - surely.current < DOUBLE_TAP_MS) return;
    try {
      await erase({ customerRequest: { sessionID, posID, posCustomerID } }).unwrap();
      showToast({ severity: 'success', detail: words.done });
    } catch {
      showToast({ severity: 'error', detail: words.failed });
    }
    close();
  };

  return (
    <ConfirmDialog
      sends
      opened={opened}
      icon={IconTrash}
      header={sure ? words.sureTitle : words.title(name)}
      description={sure ? words.sure(name) : words.what}
      accept={sure ? words.accept : words.next}
      busy={isLoading}
      onAccept={() => void accept()}
      onReject={close}
    />
  );
}
