import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { InboxList, UnreadCounts } from '@/api';
import { Columns } from '@/components/details/Columns';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { PushOffer } from '@/components/push/PushOffer';
import { Segments } from '@/components/segments/Segments';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSignedIn } from '@/state/hooks';
import { useUnread } from '@/state/useUnread';
import { CommunicationDetails } from './CommunicationDetails';
import { CommunicationList, communications, type InboxFilter } from './CommunicationList';
import { InboxMenu } from './InboxMenu';
import classes from './Notifications.module.css';
import { useInboxAddress } from './useInboxAddress';
import { useViewing } from './useViewing';

const words = messages.inbox;
const lists: readonly InboxList[] = ['notifications', 'messages'];

/** /notifications: the inbox with two lists, short notifications and messages. */
export function Component() {
  const signedIn = useSignedIn();
  // As on Home: without a choice, all locations.
  const { posID, select } = useSelectedLocation('chart');
  const { list, id, open } = useInboxAddress();
  const filter = useMemo<InboxFilter>(
    () => ({ list, ...(posID !== null && { posID }) }),
    [list, posID],
  );
  const unread = communications.useFirst(filter)?.body.unread;
  const viewing = useViewing(posID);
  const close = useCallback(() => open(null), [open]);
  return (
    <>
      <TopBar
        title={messages.tiles.notifications}
        back="/more"
        actions={<InboxMenu unread={total(unread) > 0} onMarkAll={viewing.all} />}
      />
      <Segments
        label={words.lists}
        items={lists.map((one) => ({
          label: words[one],
          count: unread?.[one] ?? 0,
          to: one === 'messages' ? '?list=messages' : '?',
          current: one === list,
        }))}
      />
      <Page>
        <LocationStrip variant="chart" allowAll />
        <PushOffer />
        {posID !== null && unread !== undefined && (
          <OtherLocations unreadHere={total(unread)} onShowAll={() => select(null)} />
        )}
        {signedIn && (
          <Columns>
            <CommunicationList filter={filter} opened={id} onOpen={open} />
            <CommunicationDetails id={id} onViewed={viewing.one} onClose={close} />
          </Columns>
        )}
      </Page>
    </>
  );
}

function total(unread: UnreadCounts | undefined): number {
  return unread === undefined ? 0 : unread.notifications + unread.messages;
}

/** The unread count of the other locations: the bell counts all of them. */
function OtherLocations({ unreadHere, onShowAll }: { unreadHere: number; onShowAll: () => void }) {
  const elsewhere = useUnread() - unreadHere;
  if (elsewhere <= 0) return null;
  return (
    <p className={classes.elsewhere}>
      {words.elsewhere(elsewhere)}
      <Button variant="subtle" size="compact-md" mih="2.75rem" px={0} onClick={onShowAll}>
        {words.showAll}
      </Button>
    </p>
  );
}
