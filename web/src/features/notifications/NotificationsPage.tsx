import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { InboxList, UnreadCounts } from '@/api';
import { Columns } from '@/components/details/Columns';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { useWide } from '@/components/navigation/useWide';
import { Page } from '@/components/page/Page';
import { PushOffer } from '@/components/push/PushOffer';
import { Segments } from '@/components/segments/Segments';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSignedIn } from '@/state/hooks';
import { useUnread } from '@/state/useUnread';
import { CommunicationPane, CommunicationSheet } from './CommunicationDetails';
import { CommunicationList } from './CommunicationList';
import { type InboxSearch, useUnreadThere } from './communicationPages';
import { InboxMenu } from './InboxMenu';
import classes from './Notifications.module.css';
import { useInboxAddress } from './useInboxAddress';
import { useViewing } from './useViewing';

const words = messages.inbox;
const lists: readonly InboxList[] = ['notifications', 'messages'];

/** /notifications: what the person was told, as short notifications and as messages. */
export function Component() {
  const signedIn = useSignedIn();
  // As Home does: none chosen stands for all of them.
  const { posID, select } = useSelectedLocation('chart');
  const { list, id, open } = useInboxAddress();
  const wide = useWide();
  const search = useMemo<InboxSearch>(
    () => ({ list, ...(posID !== null && { posID }) }),
    [list, posID],
  );
  const unread = useUnreadThere(search);
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
          <Elsewhere there={total(unread)} onShowAll={() => select(null)} />
        )}
        {signedIn && (
          <Columns wide={wide}>
            <CommunicationList search={search} opened={id} onOpen={open} />
            {wide && <CommunicationPane id={id} onViewed={viewing.one} />}
          </Columns>
        )}
      </Page>
      {!wide && <CommunicationSheet id={id} onViewed={viewing.one} onClose={close} />}
    </>
  );
}

function total(unread: UnreadCounts | undefined): number {
  return unread === undefined ? 0 : unread.notifications + unread.messages;
}

/** The bell counts all locations: what of it is not listed here. */
function Elsewhere({ there, onShowAll }: { there: number; onShowAll: () => void }) {
  const elsewhere = useUnread() - there;
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
