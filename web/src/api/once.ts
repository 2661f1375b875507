/** A dispatched query whose answer is awaited. */
interface DispatchedQuery<Data> {
  unwrap: () => Promise<Data>;
  unsubscribe: () => void;
}

/**
 * The answer to a query that is read once. The subscription lasts until then: without one, a live event that makes the
 * answer stale drops it, maybe before it was read.
 */
export async function once<Data>(query: DispatchedQuery<Data>): Promise<Data> {
  try {
    return await query.unwrap();
  } finally {
    query.unsubscribe();
  }
}
