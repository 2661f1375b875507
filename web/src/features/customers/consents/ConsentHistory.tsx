import { api, type Consent, type CustomerConsentsRequest } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { pagesOf } from '@/components/data-list';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { type GuestId, guestKey } from '../guests';
import { consentDetail } from './consentWords';

/** Consents and refusals of a guest, newest first. */
const consents = pagesOf({
  call: api.endpoints.getCustomerConsents,
  args: (customerConsentsRequest: CustomerConsentsRequest) => ({ customerConsentsRequest }),
  rows: ({ consentList }) => consentList,
  size: 20,
});

const words = messages.consents;

interface ConsentHistoryProps {
  guest: GuestId;
  opened: boolean;
  onClose: () => void;
}

/** Consents and refusals of a guest with their acts, newest first. */
export function ConsentHistory({ guest, opened, onClose }: ConsentHistoryProps) {
  const { posID, posCustomerID } = guest;
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.history}
      zIndex={secondSheet}
      reading
    >
      {opened && (
        <PagedEntries
          key={guestKey(guest)}
          label={words.history}
          source={consents}
          filter={{ posID, posCustomerID }}
          render={(consent) => <ConsentEntry consent={consent} />}
          none={words.none}
        />
      )}
    </BottomSheet>
  );
}

function ConsentEntry({ consent }: { consent: Consent }) {
  const { channel, granted } = consent;
  return (
    <Entry
      title={words[channel]}
      detail={consentDetail(consent)}
      value={
        <StatusBadge
          kind={granted ? 'success' : 'danger'}
          label={granted ? words.optedIn : words.optedOut}
        />
      }
    />
  );
}
