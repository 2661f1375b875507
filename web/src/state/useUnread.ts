import { skipToken } from '@reduxjs/toolkit/query';
import { type UnreadCounts, unreadCountsArgs, useGetCommunicationsQuery } from '@/api';
import { useSignedIn } from './hooks';

/** Unread counts over all locations; `undefined` while unknown. The live stream keeps them current. */
export function useUnreadCounts(): UnreadCounts | undefined {
  const signedIn = useSignedIn();
  const { currentData } = useGetCommunicationsQuery(!signedIn ? skipToken : unreadCountsArgs, {
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
