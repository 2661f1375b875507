import { type Tag, tagOf } from './tags';

/** The tags of an answer, for the location in its arguments. */
export type Provided = readonly Tag[] | ((args: never) => readonly Tag[]);

/** The location in the arguments of a call: at the top, or in the request. */
function locationOf(args: unknown): string | undefined {
  const { posId, ...parts } = (args ?? {}) as Record<string, unknown>;
  const [request] = Object.values(parts).filter((part) => typeof part === 'object');
  return (posId ?? (request as { posID?: string } | undefined)?.posID) as string | undefined;
}

/** The option `providesTags` of an endpoint. */
export function providing(tags: Provided) {
  return {
    providesTags: (_: unknown, __: unknown, args: unknown) =>
      (typeof tags === 'function' ? tags(args as never) : tags).map((type) =>
        tagOf(type, locationOf(args)),
      ),
  };
}

/** The options of endpoints whose answers have tags, and of those that make tags stale. */
export function tagging(
  provided: Partial<Record<string, Provided>>,
  invalidated: Partial<Record<string, readonly Tag[]>>,
): Record<string, object> {
  return {
    ...Object.fromEntries(
      Object.entries(provided).map(([name, tags]) => [name, providing(tags ?? [])]),
    ),
    ...Object.fromEntries(
      Object.entries(invalidated).map(([name, invalidatesTags]) => [name, { invalidatesTags }]),
    ),
  };
}
