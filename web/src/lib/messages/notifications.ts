export const notifications = {
  failed: 'Some error processing request',
  messagesFailed: 'Some error fetching messages',
  notificationsFailed: 'Some error fetching notifications',
  noNotifications: 'You do not have any notifications.',
  noMessages: 'You do not have any messages.',
} as const;
