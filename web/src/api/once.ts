/** A query that was dispatched, as far as it is awaited. */
interface Asked<Data> {
  unwrap: () => Promise<Data>;
  unsubscribe: () => void;
}

/**
 * The answer to a query, for one reading. It is subscribed to until then: one without subscribers
 * is dropped as soon as a live event has made it stale, which may be before it was read.
 */
export async function once<Data>(asked: Asked<Data>): Promise<Data> {
  try {
    return await asked.unwrap();
  } finally {
    asked.unsubscribe();
  }
}
