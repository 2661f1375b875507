/** What the app keeps in an entry of the history. */
interface EntryState {
  /** How many overlays lie over the page. */
  overlays?: number;
}

/** An entry of the history. */
interface Entry {
  pathname: string;
  search: string;
  state: unknown;
}

let current: Entry = { pathname: '', search: '', state: null };

/** The entry that the history is at: newer than what a page was drawn with. */
export function currentEntry(): Entry {
  return current;
}

/** Notes the entry that the history is at. */
export function noteEntry({ pathname, search, state }: Entry): void {
  current = { pathname, search, state };
}

function stateOf(state: unknown): EntryState {
  return typeof state === 'object' && state !== null ? state : {};
}

/** The number of overlays over the page, by the state of an entry. */
export function overlaysIn(state: unknown): number {
  return stateOf(state).overlays ?? 0;
}

/** The state of an entry with another number of overlays. */
export function withOverlays(state: unknown, overlays: number): EntryState {
  return { ...stateOf(state), overlays };
}
