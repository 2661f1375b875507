import { type Import, isApiError } from '@/api';
import { backOffMs, waitFor } from '@/lib/http/retry';
import { keyOf, nextPart, type Part, readPart } from './parts';

/** How an upload stands. */
export interface UploadState {
  /** waiting: for a network; slow: for a server that does not answer; stopped: it does not go on by itself. */
  phase: 'running' | 'waiting' | 'slow' | 'stopped' | 'done';
  /** As the last answer says. */
  import: Import;
  /** Why it stopped. */
  error?: unknown;
  /** The file that the device cannot read any more. */
  unreadable?: string;
}

/** Sends a part, in base64. */
export type SendPart = (part: Part & { data: string }) => Promise<Import>;

export interface Uploader {
  state: () => UploadState;
  /** Ends when all parts are there, or nothing goes on by itself. */
  ended: Promise<void>;
  /** Sends nothing more. */
  stop: () => void;
}

interface UploaderOptions {
  import: Import;
  /** By the number of the import's file. */
  files: ReadonlyMap<number, File>;
  send: SendPart;
  onChange: () => void;
  /** Whether the device has a network. */
  isOnline?: () => boolean;
  /** Milliseconds before another attempt. */
  wait?: (attempt: number) => number;
}

/** Parts that are sent at the same time. */
const AT_ONCE = 2;
/** Attempts of a part before the upload stops, where the server answers with an error of its own. */
const MOST_ATTEMPTS = 8;

/** A failure that another attempt may not have. */
function reasonToWait(error: unknown): 'waiting' | 'slow' | 'again' | null {
  if (!isApiError(error)) return null;
  if (error.status === 'offline') return 'waiting';
  if (error.status === 'timeout') return 'slow';
  if (error.status === 'unreadable' || error.status === 429 || Number(error.status) >= 500) {
    return 'again';
  }
  return null;
}

/** Resolves after the wait, at once when the network is back, or when the signal is aborted. */
async function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const end = () => back.abort();
  window.addEventListener('online', end);
  signal.addEventListener('abort', end);
  await waitFor(ms, AbortSignal.any([signal, back.signal]));
  window.removeEventListener('online', end);
  signal.removeEventListener('abort', end);
}

/**
 * Uploads the missing parts of an import, two at a time. A part that failed is sent again after a growing wait, without
 * end as long as the network is at fault.
 */
export function startUploader({
  import: begun,
  files,
  send,
  onChange,
  isOnline = () => navigator.onLine,
  wait = backOffMs,
}: UploaderOptions): Uploader {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Parts that were answered, or are under way. */
  const taken = new Set<string>();
  let state: UploadState = { phase: 'running', import: begun };

  const set = (change: Partial<UploadState>) => {
    state = { ...state, ...change };
    onChange();
  };
  const stop = (change: Partial<UploadState>) => {
    if (signal.aborted) return;
    stopping.abort();
    set({ phase: 'stopped', ...change });
  };
  const isOver = () => signal.aborted || state.import.state !== 'uploading';

  const sendPart = async (part: Part, file: File) => {
    const data = await readPart(file, part.part).catch(() => null);
    if (data === null) return stop({ unreadable: file.name });
    for (let attempt = 1; !isOver(); attempt++) {
      try {
        const answered = await send({ ...part, data });
        // Answers may overtake each other.
        const newer = answered.version >= state.import.version ? answered : state.import;
        return set({ import: newer, ...(!signal.aborted && { phase: 'running' }) });
      } catch (error) {
        const reason = isOnline() ? reasonToWait(error) : 'waiting';
        const again = reason === 'again' && attempt < MOST_ATTEMPTS;
        if (reason === null || (reason === 'again' && !again)) return stop({ error });
        if (signal.aborted) return;
        if (reason !== 'again') set({ phase: reason });
        const asked = isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
        await waitForNetwork(Math.max(wait(attempt), asked), signal);
      }
    }
  };

  const run = async () => {
    while (!isOver()) {
      const part = nextPart(
        state.import.files,
        (file) => files.has(file),
        (one) => taken.has(keyOf(one)),
      );
      const file = part && files.get(part.file);
      if (!part || !file) return;
      taken.add(keyOf(part));
      await sendPart(part, file);
    }
  };

  const runAll = async () => {
    // An answer names the first missing parts only: the last one to end may name more.
    let before: number;
    do {
      before = taken.size;
      await Promise.all(Array.from({ length: AT_ONCE }, run));
    } while (!isOver() && taken.size > before);
    if (!signal.aborted) set({ phase: 'done' });
  };
  return { state: () => state, ended: runAll(), stop: () => stop({}) };
}
