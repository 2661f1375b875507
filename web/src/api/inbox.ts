import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { FEWEST } from './counting';
import {
  type AllViewedRequest,
  type Communication,
  type CommunicationList,
  type CommunicationsRequest,
  type CommunicationViewedRequest,
  type GetCommunicationsApiArg,
  generatedApi,
  type UnreadCounts,
} from './generated';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type InboxDispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** What a mutation gives who looks on. */
interface Underway {
  dispatch: InboxDispatch;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: { body: { unread: UnreadCounts } } }>;
}

/** How the counts of all locations are asked for. */
export const unreadAsked: GetCommunicationsApiArg = { communicationsRequest: { limit: FEWEST } };

/** In which of the two lists a communication stands: one without a message is a notification. */
function shelfOf({ message }: Pick<Communication, 'message'>): keyof UnreadCounts {
  return message === null || message === '' ? 'notifications' : 'messages';
}

function keptPages(state: State): GetCommunicationsApiArg[] {
  return generatedApi.util
    .selectInvalidatedBy(state, [{ type: 'Communications' }, { type: 'Unread' }])
    .filter(({ endpointName }) => endpointName === 'getCommunications')
    .map(({ originalArgs }) => originalArgs as GetCommunicationsApiArg);
}

function keptAnswer(state: State, asked: GetCommunicationsApiArg): CommunicationList | undefined {
  return generatedApi.endpoints.getCommunications.select(asked)(state).data?.body;
}

/** A communication as an answer that is kept tells it; `undefined` where none does. */
export function keptCommunication(state: unknown, id: string): Communication | undefined {
  for (const asked of keptPages(state as State)) {
    const list = keptAnswer(state as State, asked)?.communicationList;
    const found = list?.find(({ posCommunicationID }) => posCommunicationID === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Changes all kept answers of the inbox; the function it returns takes that back. */
function patchPages(
  dispatch: InboxDispatch,
  state: unknown,
  change: (page: CommunicationList, asked: CommunicationsRequest) => void,
): () => void {
  const patches = keptPages(state as State).map((asked) =>
    dispatch(
      generatedApi.util.updateQueryData('getCommunications', asked, (draft) => {
        change(draft.body, asked.communicationsRequest);
      }),
    ),
  );
  return () => {
    for (const patch of patches) patch.undo();
    // What was read meanwhile may stand elsewhere in its list.
    dispatch(generatedApi.util.invalidateTags(['Communications', 'Unread']));
  };
}

/** Takes over the counts of all locations, as the server tells them. */
export function unreadTold(unread: UnreadCounts) {
  return (dispatch: InboxDispatch, getState: () => unknown): void => {
    const state = getState() as State;
    patchPages(dispatch, state, (page, { posID }) => {
      if (posID === undefined) page.unread = { ...unread };
    });
    const { status } = generatedApi.endpoints.getCommunications.select(unreadAsked)(state);
    // An answer that is under way may know less: it is asked for again after it came.
    if (status === 'pending') dispatch(generatedApi.util.invalidateTags(['Unread']));
  };
}

function lower(counts: UnreadCounts, by: Partial<UnreadCounts>): void {
  for (const shelf of ['notifications', 'messages'] as const) {
    counts[shelf] = Math.max(0, counts[shelf] - (by[shelf] ?? 0));
  }
}

/** Shows one as viewed at once; takes it back where the server does not follow. */
export async function viewedOne(
  {
    communicationViewedRequest: { posCommunicationID },
  }: { communicationViewedRequest: CommunicationViewedRequest },
  { dispatch, getState, queryFulfilled }: Underway,
): Promise<void> {
  const told = keptCommunication(getState(), posCommunicationID);
  const undo = patchPages(dispatch, getState(), (page, { posID }) => {
    for (const row of page.communicationList) {
      if (row.posCommunicationID === posCommunicationID) row.viewed = true;
    }
    if (told !== undefined && !told.viewed && (posID ?? told.posID) === told.posID) {
      lower(page.unread, { [shelfOf(told)]: 1 });
    }
  });
  try {
    const { data } = await queryFulfilled;
    dispatch(unreadTold(data.body.unread));
  } catch {
    undo();
  }
}

/** Shows everything of a location, or of all of them, as viewed at once. */
export async function viewedAll(
  { allViewedRequest: { posID: where } }: { allViewedRequest: AllViewedRequest },
  { dispatch, getState, queryFulfilled }: Underway,
): Promise<void> {
  const all: UnreadCounts = { notifications: 0, messages: 0 };
  const state = getState() as State;
  const ofPlace = keptPages(state).find((asked) => asked.communicationsRequest.posID === where);
  const there = (ofPlace && keptAnswer(state, ofPlace)?.unread) ?? all;
  const undo = patchPages(dispatch, getState(), (page, { posID }) => {
    for (const row of page.communicationList) {
      if (where === undefined || row.posID === where) row.viewed = true;
    }
    if (where === undefined || posID === where) page.unread = { ...all };
    else if (posID === undefined) lower(page.unread, there);
  });
  try {
    await queryFulfilled;
  } catch {
    undo();
  }
}
