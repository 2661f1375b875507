import { skipToken } from '@reduxjs/toolkit/query';
import {
  type Customer,
  type Exclusion,
  type MessageChannel,
  useGetMarketingRecipientsQuery,
} from '@/api';
import { useSignedIn } from '@/state/hooks';

/** Recipients that are looked through: addresses that hold that of the guest are few. */
const FOUND = 20;

/** Whether a guest may be written to by a channel; `undefined`: not known (yet). */
export type Standing = { exclusion: Exclusion | null } | undefined;

/** What a guest may get, by channel. */
export function useStandings(customer: Customer): Readonly<Record<MessageChannel, Standing>> {
  const email = useStanding(customer, 'email', customer.email);
  const text = useStanding(customer, 'text', customer.cellPhoneNumber);
  return { email, text };
}

function useStanding(
  { posID, posCustomerID, erased }: Customer,
  channel: MessageChannel,
  address: string | null,
): Standing {
  const signedIn = useSignedIn();
  const { currentData } = useGetMarketingRecipientsQuery(
    erased || address === null || !signedIn
      ? skipToken
      : { recipientsRequest: { posID, channel, search: address, limit: FOUND } },
    { refetchOnReconnect: true },
  );
  return currentData?.body.recipientList.find(
    (recipient) => recipient.posCustomerID === posCustomerID,
  );
}
