import { useCallback, useRef, useState } from 'react';
import { type Customer, type Item, useSendRewardItemMutation } from '@/api';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import {
  notNotifiedWords,
  type Refusal,
  type RewardValues,
  refusalOf,
  rewardFields,
} from './rewardForm';

interface Outcome {
  /** Those that were sent. */
  sent: readonly Item[];
  /** Why the guest is not told of them; `null`: they are, or it is not known yet. */
  notTold: string | null;
  /** Why the one after them was not; `null`: all were. */
  refusal: Refusal | null;
}

/**
 * Sends a guest items, one call each. An item's key stays the same until it was sent, so that a
 * double tap or another try never sends it twice.
 */
export function useSendItems(customer: Customer) {
  const { posID, posCustomerID, email, cellPhoneNumber } = customer;
  const [send] = useSendRewardItemMutation();
  const keys = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);

  const sendAll = useCallback(
    async (items: readonly Item[], values: RewardValues): Promise<Outcome | null> => {
      if (underWay.current) return null;
      underWay.current = true;
      setBusy(true);
      const sent: Item[] = [];
      let notTold: string | null = null;
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
            notTold ??= notNotifiedWords(body);
          } catch (error) {
            const refusal = refusalOf(error);
            if (refusal.alreadySent) keys.current.delete(posItemID);
            return { sent, notTold, refusal };
          }
          keys.current.delete(posItemID);
          sent.push(item);
        }
        return { sent, notTold, refusal: null };
      } finally {
        underWay.current = false;
        setBusy(false);
      }
    },
    [send, posID, posCustomerID, email, cellPhoneNumber],
  );
  return { busy, sendAll };
}
