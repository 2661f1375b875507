import { createApi } from '@reduxjs/toolkit/query/react';
import { offlineQuery } from './offline';

/** Names of what an answer can hold; live events and mutations invalidate them. */
export const tagTypes = [
  'Locations',
  'Report',
  'Checks',
  'Menu',
  'Customers',
  'RewardPercent',
  'Payments',
  'Campaigns',
  'Consents',
  'AppConfig',
  'Profile',
  'Sessions',
  'Communications',
  'Unread',
  'NotificationRules',
  'Devices',
] as const;
export type Tag = (typeof tagTypes)[number];

/** The one API slice. `npm run gen` injects the endpoints (generated.ts). */
export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery: offlineQuery,
  tagTypes,
  endpoints: () => ({}),
});
