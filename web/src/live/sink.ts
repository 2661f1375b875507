import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '@/api';
import { tagTypes } from '@/api/emptyApi';
import { sessionExpired } from '@/api/session';
import type { TabMessage } from './messages';
import { connectionChanged, heard, liveReset, type ReportChanged, reportChanged } from './slice';
import type { SseEvent } from './sse';

/** Milliseconds between two refetches of open reports, at least. */
export const refetchEveryMs = 2000;
/** Event ids remembered to drop what comes twice. */
const rememberedIds = 1000;

type AppTag = Parameters<typeof api.util.invalidateTags>[0][number];

/** Turns what the stream brings into actions of this tab's store. */
export function liveSink(
  // biome-ignore lint/suspicious/noExplicitAny: a thunk may want any state; the store's own type lies above this room.
  dispatch: Dispatch<UnknownAction> & ((thunk: any) => unknown),
  visible: () => boolean = () => document.visibilityState === 'visible',
) {
  const seen = new Set<string>();
  const changed = new Set<string>();
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

  // Hidden tabs collect what changed and refetch when they are looked at again.
  const refetch = () => {
    if (changed.size === 0 || timer !== undefined || !visible()) return;
    const tags: AppTag[] = [...changed, 'all'].flatMap((id) => [
      { type: 'Report' as const, id },
      { type: 'Checks' as const, id },
    ]);
    changed.clear();
    dispatch(api.util.invalidateTags(tags));
    timer = setTimeout(() => {
      timer = undefined;
      refetch();
    }, refetchEveryMs);
  };

  const onEvent = ({ type, data }: SseEvent) => {
    if (type === 'reset') {
      dispatch(liveReset());
      dispatch(api.util.invalidateTags([...tagTypes]));
      return;
    }
    const body = parse(data);
    if (!body || isRepeated(body.id)) return;
    if (type === 'locations.changed') {
      dispatch(api.util.invalidateTags(['Locations', 'Report', 'Checks']));
    } else if (type === 'report.changed' && isReportChanged(body)) {
      dispatch(reportChanged(body));
      changed.add(body.posID);
      refetch();
    }
  };

  return {
    receive(message: TabMessage): void {
      if (message.kind === 'event') onEvent(message.event);
      else if (message.kind === 'heard') dispatch(heard(message.at));
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
