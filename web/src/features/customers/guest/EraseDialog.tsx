import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  type Customer,
  failureText,
  useEraseCustomerMutation,
  useGetCustomerTwinsQuery,
} from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import { nameOf } from '../guests';
import { EraseTwins } from './EraseTwins';

/** Milliseconds in which a second tap counts as part of the first. */
const DOUBLE_TAP_MS = 500;
/** Most others with the same address that are shown and can be erased together. */
const MOST_TWINS = 100;

interface EraseDialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/**
 * Asks twice before a guest is erased: with the consequences, the other records of the same email or phone, and a final
 * question.
 */
export function EraseDialog({ customer, opened, onClose }: EraseDialogProps) {
  const { posID, posCustomerID } = customer;
  const [erase, { isLoading }] = useEraseCustomerMutation();
  const twins = useGetCustomerTwinsQuery(
    { customerPointsRequest: { posID, posCustomerID, limit: MOST_TWINS } },
    { skip: !opened },
  );
  const [chosen, setChosen] = useState<string[]>([]);
  const [sure, setSure] = useState(false);
  const sureAt = useRef(0);
  const online = useOnline();
  const at = useAtLocation(posID);
  const words = messages.erasure;
  const name = nameOf(customer);

  const { twinList = [], nextCursor = null } = twins.currentData?.body ?? {};
  const shownIds = new Set(twinList.map(({ customer: { posCustomerID: id } }) => id));
  const alsoErase = chosen.filter((id) => shownIds.has(id));

  const close = () => {
    setSure(false);
    setChosen([]);
    onClose();
  };
  const accept = async () => {
    if (!sure) {
      sureAt.current = performance.now();
      setSure(true);
      return;
    }
    if (isLoading || performance.now() - sureAt.current < DOUBLE_TAP_MS) return;
    try {
      const others = alsoErase.length > 0 ? { alsoErase } : {};
      const eraseCustomerRequest = { posID, posCustomerID, ...others };
      await erase({ eraseCustomerRequest }).unwrap();
      showToast({
        severity: 'success',
        detail: alsoErase.length > 0 ? words.severalDone : words.done,
      });
    } catch (error) {
      showToast({ severity: 'error', detail: failureText(error, words.failed) });
    }
    close();
  };

  const firstQuestion = (
    <>
      {words.what}
      {twins.isError && online && (
        <Text size="sm" mt="md">
          {failureText(twins.error, words.twinsFailed)}
        </Text>
      )}
      {twinList.length > 0 && (
        <EraseTwins
          twins={twinList}
          more={Boolean(nextCursor)}
          chosen={alsoErase}
          onChange={setChosen}
        />
      )}
    </>
  );
  return (
    <ConfirmDialog
      sends
      opened={opened}
      icon={IconTrash}
      header={sure ? words.sureTitle : askAt(words.title(name), at)}
      description={sure ? words.sure(name, alsoErase.length) : firstQuestion}
      accept={sure ? words.accept : words.next}
      busy={isLoading}
      waiting={!sure && twins.currentData === undefined && !twins.isError}
      onAccept={() => void accept()}
      onReject={close}
    />
  );
}
