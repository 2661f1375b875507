import { skipToken } from '@reduxjs/toolkit/query';
import {
  type Customer,
  type Exclusion,
  type MessageChannel,
  useGetMarketingRecipientsQuery,
} from '@/api';
import { useSignedIn } from '@/state/hooks';

/** Most recipients to search: few addresses contain that of the guest. */
const SEARCH_LIMIT = 20;

/** Why a guest gets no offers by a channel, or null if they do; `undefined` while unknown. */
export type Standing = { exclusion: Exclusion | null } | undefined;

/** A guest's standing by channel. */
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
      : { recipientsRequest: { posID, channel, search: address, limit: SEARCH_LIMIT } },
    { refetchOnReconnect: true },
  );
  return currentData?.body.recipientList.find(
    (recipient) => recipient.posCustomerID === posCustomerID,
  );
}
