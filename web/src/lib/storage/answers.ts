import type { DBSchema, IDBPDatabase } from 'idb';

/** An answer of the server as this device keeps it. */
export interface KeptAnswer {
  data: unknown;
  /** Unix milliseconds of its arrival. */
  at: number;
}

/** A call that waits for the network. */
export interface WaitingCall {
  owner: string;
  url: string;
  method: string;
  body: unknown;
}

interface Entry {
  key: string;
  /** Whose it is: answers of another session are never read. */
  owner: string;
  at: number;
  /** Characters of the answer as JSON. */
  size: number;
}

interface Schema extends DBSchema {
  answers: { key: string; value: unknown };
  entries: { key: string; value: Entry };
  waiting: { key: number; value: WaitingCall };
}

/** Answers that are kept at most, the newest; and characters of all of them, and of one. */
export const bounds = { answers: 150, total: 6_000_000, one: 1_000_000 };

let opened: Promise<IDBPDatabase<Schema>> | null = null;
/** What is not written yet, by key. */
const pending = new Map<string, { owner: string } & KeptAnswer>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Raised when everything is forgotten: what was on its way then is not written any more. */
let era = 0;

async function open(): Promise<IDBPDatabase<Schema>> {
  // Guests keep nothing, and do without.
  const { openDB } = await import('idb');
  return openDB<Schema>('saffron', 1, {
    upgrade(db) {
      db.createObjectStore('answers');
      db.createObjectStore('entries', { keyPath: 'key' });
      db.createObjectStore('waiting', { autoIncrement: true });
    },
    terminated() {
      opened = null;
    },
  });
}

/** Rejects where the browser has none, or refuses it: the app works without. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= open();
  return opened;
}

/** Keys that no longer fit: the oldest first. */
export function beyond(entries: readonly Entry[]): string[] {
  let total = 0;
  return entries
    .toSorted((a, b) => b.at - a.at)
    .filter(({ size }, index) => {
      total += size;
      return index >= bounds.answers || total > bounds.total;
    })
    .map(({ key }) => key);
}

/** Writes what was gathered. */
export async function writeAnswers(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const own = era;
  const gathered = [...pending];
  if (gathered.length === 0) return;
  try {
    const db = await database();
    if (own !== era) return;
    const writing = db.transaction(['answers', 'entries'], 'readwrite');
    const answers = writing.objectStore('answers');
    const entries = writing.objectStore('entries');
    for (const [key, { owner, data, at }] of gathered) {
      const size = JSON.stringify(data).length;
      if (size > bounds.one) {
        // One of earlier must not pass for the newest.
        void answers.delete(key);
        void entries.delete(key);
      } else {
        void answers.put(data, key);
        void entries.put({ key, owner, at, size });
      }
    }
    for (const key of beyond(await entries.getAll())) {
      void answers.delete(key);
      void entries.delete(key);
    }
    await writing.done;
    for (const [key, answer] of gathered) {
      if (pending.get(key) === answer) pending.delete(key);
    }
  } catch {
    // Private modes and full disks: there is nothing to read offline, and nothing else is lost.
    pending.clear();
  }
}

/** Keeps an answer; written together with what else arrived by then. */
export function keepAnswer(owner: string, key: string, data: unknown, at = Date.now()): void {
  pending.set(key, { owner, data, at });
  timer ??= setTimeout(() => void writeAnswers());
}

/** The kept answer of this owner, or `undefined`. */
export async function keptAnswer(owner: string, key: string): Promise<KeptAnswer | undefined> {
  const fresh = pending.get(key);
  if (fresh !== undefined) return fresh.owner === owner ? fresh : undefined;
  try {
    const reading = (await database()).transaction(['answers', 'entries']);
    const [data, entry] = await Promise.all([
      reading.objectStore('answers').get(key),
      reading.objectStore('entries').get(key),
    ]);
    return entry?.owner === owner && data !== undefined ? { data, at: entry.at } : undefined;
  } catch {
    return undefined;
  }
}

/** Lets a call wait for the network; false where this device cannot keep it. */
export async function keepCall(call: WaitingCall): Promise<boolean> {
  try {
    await (await database()).add('waiting', call);
    return true;
  } catch {
    return false;
  }
}

/** The calls of this owner that wait, oldest first, each with the number to drop it by. */
export async function waitingCalls(owner: string): Promise<(WaitingCall & { number: number })[]> {
  try {
    const reading = (await database()).transaction('waiting');
    const [numbers, calls] = await Promise.all([
      reading.store.getAllKeys(),
      reading.store.getAll(),
    ]);
    return calls.flatMap((call, at) => {
      const number = numbers[at];
      return call.owner === owner && number !== undefined ? [{ ...call, number }] : [];
    });
  } catch {
    return [];
  }
}

export async function dropCall(number: number): Promise<void> {
  try {
    await (await database()).delete('waiting', number);
  } catch {
    // What cannot be dropped could not be kept either.
  }
}

/** Forgets everything, also what is not written yet. */
export async function forgetAnswers(): Promise<void> {
  era += 1;
  clearTimeout(timer);
  timer = undefined;
  pending.clear();
  try {
    const db = await database();
    const writing = db.transaction(['answers', 'entries', 'waiting'], 'readwrite');
    await Promise.all([
      writing.objectStore('answers').clear(),
      writing.objectStore('entries').clear(),
      writing.objectStore('waiting').clear(),
      writing.done,
    ]);
  } catch {
    // Nothing could be kept.
  }
}
