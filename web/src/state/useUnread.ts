import { skipToken } from '@reduxjs/toolkit/query';
import { type UnreadCounts, unreadAsked, useGetCommunicationsQuery } from '@/api';
import { useSignedIn } from './hooks';

/** What the person has not viewed at all of their locations; `undefined` while it is unknown. The live stream keeps it. */
export function useUnreadCounts(): UnreadCounts | undefined {
  const signedIn = useSignedIn();
  const { currentData } = useGetCommunicationsQuery(!signedIn ? skipToken : unreadAsked, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  return currentData?.body.unread;
}

/** The number on the bell; 0 while it is unknown. */
export function useUnread(): number {
  const { notifications = 0, messages = 0 } = useUnreadCounts() ?? {};
  return notifications + messages;
}
