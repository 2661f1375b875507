import { createApi } from '@reduxjs/toolkit/query/react';
import { offlineQuery } from './offline/offline';
import { tagTypes } from './tags/tags';

/** The one API slice. `npm run gen` injects the endpoints (generated.ts). */
export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery: offlineQuery,
  tagTypes,
  endpoints: () => ({}),
});
