import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { emptyApi } from '../emptyApi';

const waitingApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    sendWaiting: build.mutation<unknown, FetchArgs>({ query: (call) => call }),
  }),
});

/** Sends a call that waited for the network; its answer does not stay in the store. */
export function sendWaiting(call: FetchArgs) {
  return waitingApi.endpoints.sendWaiting.initiate(call, { track: false });
}
