import { type DBSchema, deleteDB, openDB } from 'idb';

/** Ids of shown pushes, so that a repeated one is shown once. */
interface Seen extends DBSchema {
  pushes: { key: string; value: { id: string; at: number }; indexes: { at: number } };
}

const NAME = 'saffron-pushes';
/** Most ids that are remembered. */
const REMEMBERED = 200;

/** Whether a push is new; remembers it. */
export async function isNewPush(id: string, now = Date.now()): Promise<boolean> {
  const database = await openDB<Seen>(NAME, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('pushes', { keyPath: 'id' }).createIndex('at', 'at');
    },
  });
  try {
    const { store, done } = database.transaction('pushes', 'readwrite');
    const isNew = (await store.get(id)) === undefined;
    if (isNew) await store.put({ id, at: now });
    const [oldest] = (await store.count()) > REMEMBERED ? await store.index('at').getAllKeys() : [];
    if (oldest !== undefined) await store.delete(oldest);
    await done;
    return isNew;
  } finally {
    // An open connection would keep the sign-out from deleting it.
    database.close();
  }
}

/** Forgets all ids: at sign-out no personal data stays. */
export async function forgetPushes(): Promise<void> {
  if ('indexedDB' in globalThis) await deleteDB(NAME);
}
