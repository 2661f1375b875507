import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import { api, type UnreadCounts, unreadReceived } from '@/api';
import { staleAfter, tagOf, tagTypes } from '@/api/tags/tags';
import { sessionExpired } from '@/api/transport/session';
import type { TabMessage } from './messages';
import {
  connectionChanged,
  liveReset,
  type ReportChanged,
  reportChanged,
  streamAlive,
} from './slice';
import type { SseEvent } from './stream';

/** Milliseconds between two refetches of open reports, at least. */
export const refetchEveryMs = 2000;
/** Stands for every location in an event that names none. */
const everywhere = '*';
/** Most ids that are remembered, to drop repeated events. */
const rememberedIds = 1000;

type AppTag = Parameters<typeof api.util.invalidateTags>[0][number];

/** A new communication, as far as a toast shows it. */
export interface News {
  posCommunicationID: string;
  posID: string;
  /** One short line. */
  notification: string;
}

/** Turns messages of the stream into actions of this tab's store. */
export function liveSink(
  // biome-ignore lint/suspicious/noExplicitAny: a thunk may want any state; the store's own type lies above this room.
  dispatch: Dispatch<UnknownAction> & ((thunk: any) => unknown),
  visible: () => boolean = () => document.visibilityState === 'visible',
  /** Called in visible tabs. */
  onNews: (news: News) => void = () => undefined,
) {
  const seen = new Set<string>();
  /** Kind of event -> posIDs. */
  const changed = new Map<string, Set<string>>();
  /** Events were missed: everything may have changed. */
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isRepeated = (id: string): boolean => {
    if (seen.has(id)) return true;
    seen.add(id);
    if (seen.size > rememberedIds) {
      const [oldest] = seen;
      if (oldest !== undefined) seen.delete(oldest);
    }
    return false;
  };

  // Hidden tabs collect changes and refetch when they become visible.
  const refetch = () => {
    if ((changed.size === 0 && !missed) || timer !== undefined || !visible()) return;
    const stale = [...changed].flatMap(([kind, locations]): AppTag[] => {
      const types = staleAfter(kind);
      if (locations.has(everywhere)) return [...types];
      return [...locations, undefined].flatMap((id) => types.map((type) => tagOf(type, id)));
    });
    dispatch(api.util.invalidateTags(missed ? [...tagTypes] : stale));
    changed.clear();
    missed = false;
    timer = setTimeout(() => {
      timer = undefined;
      refetch();
    }, refetchEveryMs);
  };

  const note = (kind: string, posID: string) => {
    changed.set(kind, (changed.get(kind) ?? new Set()).add(posID));
    refetch();
  };

  /** Past events make data stale; their counts and news may be older than the loaded data. */
  const onEvent = ({ type, data }: SseEvent, isPast: boolean) => {
    if (type === 'reset') {
      dispatch(liveReset());
      missed = true;
      refetch();
      return;
    }
    const body = parse(data);
    if (!body || isRepeated(body.id)) return;
    if (type === 'locations.changed') {
      dispatch(api.util.invalidateTags(['Locations', 'Report', 'Checks']));
    } else if (type === 'report.changed' && isReportChanged(body)) {
      dispatch(reportChanged(body));
      note(type, body.posID);
    } else if (type === 'communications.changed' && isCounts(body.unread)) {
      if (!isPast) dispatch(unreadReceived(body.unread));
      note(type, everywhere);
    } else if (type === 'communication' && isNews(body)) {
      if (!isPast && isCounts(body.unread)) dispatch(unreadReceived(body.unread));
      note(type, body.posID);
      if (!isPast && visible()) onNews(body);
    } else if (isLocationEvent(type) && typeof body.posID === 'string') {
      note(type, body.posID);
    }
  };

  return {
    receive(message: TabMessage): void {
      if (message.kind === 'event') onEvent(message.event, false);
      else if (message.kind === 'past') onEvent(message.event, true);
      else if (message.kind === 'alive') dispatch(streamAlive(message.at));
      else if (message.kind === 'lost') dispatch(connectionChanged('offline'));
      else if (message.kind === 'unauthorized') dispatch(sessionExpired());
    },
    /** Call when the tab becomes visible. */
    shown: refetch,
    close(): void {
      clearTimeout(timer);
    },
  };
}

function parse(data: string): ({ id: string } & Record<string, unknown>) | null {
  try {
    const body: unknown = JSON.parse(data);
    const hasId = typeof body === 'object' && body !== null && 'id' in body;
    return hasId && typeof body.id === 'string' ? { ...body, id: body.id } : null;
  } catch {
    return null;
  }
}

/** Events with more data than a location. */
const withData: readonly string[] = ['report.changed', 'communication', 'communications.changed'];

/** Whether an event makes the answers about its location stale, and has no other data. */
function isLocationEvent(type: string): boolean {
  return !withData.includes(type) && staleAfter(type).length > 0;
}

function isNews(body: Record<string, unknown>): body is Record<string, unknown> & News {
  return [body.posCommunicationID, body.posID, body.notification].every(
    (field) => typeof field === 'string',
  );
}

function isCounts(unread: unknown): unread is UnreadCounts {
  const { notifications, messages } = (unread ?? {}) as Record<string, unknown>;
  return typeof notifications === 'number' && typeof messages === 'number';
}

function isReportChanged(
  body: Record<string, unknown>,
): body is Record<string, unknown> & ReportChanged {
  return (
    typeof body.posID === 'string' &&
    typeof body.version === 'number' &&
    typeof body.businessDate === 'string' &&
    typeof body.totals === 'object' &&
    body.totals !== null
  );
}
