import type { DBSchema, IDBPDatabase } from 'idb';

/** An answer of the server, stored on this device. */
export interface StoredAnswer {
  data: unknown;
  /** Time of its arrival in Unix milliseconds. */
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
  /** The session that stored it: answers of other sessions are never read. */
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

/** Most stored answers, the newest; most characters of all of them, and of one. */
export const bounds = { answers: 150, total: 6_000_000, one: 1_000_000 };

let opened: Promise<IDBPDatabase<Schema>> | null = null;
/** Answers to be written, by key. */
const pending = new Map<string, { owner: string } & StoredAnswer>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Increased by `forgetAnswers`: writes of an earlier generation are dropped. */
let generation = 0;

async function open(): Promise<IDBPDatabase<Schema>> {
  // Without a session there are no answers to store.
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

/** Rejects without IndexedDB, or if the browser refuses it: the app works without. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= open();
  return opened;
}

/** Keys beyond the limits, the oldest first. */
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

/** Writes the gathered answers. */
export async function writeAnswers(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const own = generation;
  const gathered = [...pending];
  if (gathered.length === 0) return;
  try {
    const db = await database();
    if (own !== generation) return;
    const writing = db.transaction(['answers', 'entries'], 'readwrite');
    const answers = writing.objectStore('answers');
    const entries = writing.objectStore('entries');
    for (const [key, { owner, data, at }] of gathered) {
      const size = JSON.stringify(data).length;
      if (size > bounds.one) {
        // An earlier answer must not pass for the newest.
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
    // Private modes and full disks: reading offline fails, the rest works.
    pending.clear();
  }
}

/** Stores an answer; written together with others that arrive soon. */
export function storeAnswer(owner: string, key: string, data: unknown, at = Date.now()): void {
  pending.set(key, { owner, data, at });
  timer ??= setTimeout(() => void writeAnswers());
}

/** The stored answer of this owner, or `undefined`. */
export async function storedAnswer(owner: string, key: string): Promise<StoredAnswer | undefined> {
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

/** Stores a call until the network is back; false if this device cannot. */
export async function storeCall(call: WaitingCall): Promise<boolean> {
  try {
    await (await database()).add('waiting', call);
    return true;
  } catch {
    return false;
  }
}

/** The waiting calls of this owner, oldest first, each with its number. */
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
    // A store that cannot drop calls could not store them either.
  }
}

/** Forgets everything, also answers that are not written yet. */
export async function forgetAnswers(): Promise<void> {
  generation += 1;
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
    // The store cannot be opened: it contains no answers.
  }
}
