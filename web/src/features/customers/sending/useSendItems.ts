import { useCallback, useRef, useState } from 'react';
import { type Customer, type Item, useSendRewardItemMutation } from '@/api';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { useOneAtATime } from '@/state/useOneAtATime';
import {
  notNotifiedWords,
  type Refusal,
  type RewardValues,
  refusalOf,
  rewardFields,
} from './rewardForm';

interface Outcome {
  /** The sent items. */
  sent: readonly Item[];
  /** Why the guest gets no message; `null` if they do, or while unknown. */
  noMessage: string | null;
  /** Why the next one was not sent; `null` if all were. */
  refusal: Refusal | null;
}

/**
 * Sends a guest items, one call each. An item's key stays the same until it is sent, so that a double tap or another
 * try never sends it twice.
 */
export function useSendItems(customer: Customer) {
  const { posID, posCustomerID, email, cellPhoneNumber } = customer;
  const [send] = useSendRewardItemMutation();
  const keys = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const oneAtATime = useOneAtATime();

  const sendAll = useCallback(
    (items: readonly Item[], values: RewardValues): Promise<Outcome | null> =>
      oneAtATime(async () => {
        setBusy(true);
        const sent: Item[] = [];
        let noMessage: string | null = null;
        try {
          for (const item of items) {
            const { posItemID, price } = item;
            const key = keys.current.get(posItemID) ?? idempotencyKey();
            keys.current.set(posItemID, key);
            try {
              const { body } = await send({
                sendRewardItemRequest: {
                  posID,
                  posCustomerID,
                  email,
                  cellPhoneNumber,
                  posItemID,
                  price,
                  ...rewardFields(values),
                  idempotencyKey: key,
                },
              }).unwrap();
              noMessage ??= notNotifiedWords(body);
            } catch (error) {
              const refusal = refusalOf(error);
              if (refusal.alreadySent) keys.current.delete(posItemID);
              return { sent, noMessage, refusal };
            }
            keys.current.delete(posItemID);
            sent.push(item);
          }
          return { sent, noMessage, refusal: null };
        } finally {
          setBusy(false);
        }
      }),
    [send, posID, posCustomerID, email, cellPhoneNumber, oneAtATime],
  );
  return { busy, sendAll };
}
