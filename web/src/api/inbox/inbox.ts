import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  type AllViewedRequest,
  type Communication,
  type CommunicationList,
  type CommunicationsRequest,
  type CommunicationViewedRequest,
  type GetCommunicationsApiArg,
  generatedApi,
  type UnreadCounts,
} from '../generated';
import { MIN_PAGE } from './counting';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type InboxDispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** The part of RTK Query's `onQueryStarted` that is used. */
interface MutationLifecycle {
  dispatch: InboxDispatch;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: { body: { unread: UnreadCounts } } }>;
}

/** The arguments of the call that reads the counts of all locations. */
export const unreadCountsArgs: GetCommunicationsApiArg = {
  communicationsRequest: { limit: MIN_PAGE },
};

/** The list of a communication: one without a message is a notification. */
function listOf({ message }: Pick<Communication, 'message'>): keyof UnreadCounts {
  return message === null || message === '' ? 'notifications' : 'messages';
}

function cachedPages(state: State): GetCommunicationsApiArg[] {
  return generatedApi.util
    .selectInvalidatedBy(state, [{ type: 'Communications' }, { type: 'Unread' }])
    .filter(({ endpointName }) => endpointName === 'getCommunications')
    .map(({ originalArgs }) => originalArgs as GetCommunicationsApiArg);
}

function cachedPage(state: State, args: GetCommunicationsApiArg): CommunicationList | undefined {
  return generatedApi.endpoints.getCommunications.select(args)(state).data?.body;
}

/** A communication from the cached answers; `undefined` if none contains it. */
export function cachedCommunication(state: unknown, id: string): Communication | undefined {
  for (const args of cachedPages(state as State)) {
    const list = cachedPage(state as State, args)?.communicationList;
    const found = list?.find(({ posCommunicationID }) => posCommunicationID === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Changes all cached answers of the inbox; the function it returns undoes that. */
function patchPages(
  dispatch: InboxDispatch,
  state: unknown,
  change: (page: CommunicationList, args: CommunicationsRequest) => void,
): () => void {
  const patches = cachedPages(state as State).map((args) =>
    dispatch(
      generatedApi.util.updateQueryData('getCommunications', args, (draft) => {
        change(draft.body, args.communicationsRequest);
      }),
    ),
  );
  return () => {
    for (const patch of patches) patch.undo();
    // Lists that were read meanwhile may be in another order.
    dispatch(generatedApi.util.invalidateTags(['Communications', 'Unread']));
  };
}

/** Takes over the server's counts of all locations. */
export function unreadReceived(unread: UnreadCounts) {
  return (dispatch: InboxDispatch, getState: () => unknown): void => {
    const state = getState() as State;
    patchPages(dispatch, state, (page, { posID }) => {
      if (posID === undefined) page.unread = { ...unread };
    });
    const { status } = generatedApi.endpoints.getCommunications.select(unreadCountsArgs)(state);
    // An answer under way may be older: the call is repeated after it.
    if (status === 'pending') dispatch(generatedApi.util.invalidateTags(['Unread']));
  };
}

function lower(counts: UnreadCounts, by: Partial<UnreadCounts>): void {
  for (const list of ['notifications', 'messages'] as const) {
    counts[list] = Math.max(0, counts[list] - (by[list] ?? 0));
  }
}

/** Shows a communication as viewed at once, and undoes it if the call fails. */
export async function viewedOne(
  {
    communicationViewedRequest: { posCommunicationID },
  }: { communicationViewedRequest: CommunicationViewedRequest },
  { dispatch, getState, queryFulfilled }: MutationLifecycle,
): Promise<void> {
  const communication = cachedCommunication(getState(), posCommunicationID);
  const undo = patchPages(dispatch, getState(), (page, { posID }) => {
    for (const row of page.communicationList) {
      if (row.posCommunicationID === posCommunicationID) row.viewed = true;
    }
    if (
      communication !== undefined &&
      !communication.viewed &&
      (posID ?? communication.posID) === communication.posID
    ) {
      lower(page.unread, { [listOf(communication)]: 1 });
    }
  });
  try {
    const { data } = await queryFulfilled;
    dispatch(unreadReceived(data.body.unread));
  } catch {
    undo();
  }
}

/** Shows all communications of a location, or of all locations, as viewed at once. */
export async function viewedAll(
  { allViewedRequest: { posID: location } }: { allViewedRequest: AllViewedRequest },
  { dispatch, getState, queryFulfilled }: MutationLifecycle,
): Promise<void> {
  const all: UnreadCounts = { notifications: 0, messages: 0 };
  const state = getState() as State;
  const ofLocation = cachedPages(state).find(
    (args) => args.communicationsRequest.posID === location,
  );
  const counts = (ofLocation && cachedPage(state, ofLocation)?.unread) ?? all;
  const undo = patchPages(dispatch, getState(), (page, { posID }) => {
    for (const row of page.communicationList) {
      if (location === undefined || row.posID === location) row.viewed = true;
    }
    if (location === undefined || posID === location) page.unread = { ...all };
    else if (posID === undefined) lower(page.unread, counts);
  });
  try {
    await queryFulfilled;
  } catch {
    undo();
  }
}
