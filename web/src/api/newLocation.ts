import { emptyApi } from './emptyApi';
import type { Location } from './generated';
import { sessionCall } from './transport/session';

/** The location that a person makes. */
export interface NewLocation {
  name: string;
  /** IANA name. */
  timeZone: string;
  /** When its business days begin: `HH:MM`. */
  dayStart: string;
}

const locationApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    makeLocation: build.mutation<{ body: Location }, NewLocation>({
      query: (body) => ({ url: sessionCall('create-location'), method: 'POST', body }),
      invalidatesTags: [{ type: 'Locations' }, { type: 'Report' }, { type: 'Checks' }],
    }),
  }),
});

/** Makes a location of the signed-in person, which is linked to them. */
export const { useMakeLocationMutation } = locationApi;
