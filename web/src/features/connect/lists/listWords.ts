import type { ImportSummary } from '@/api';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

const words = messages.importLists;

/** How many facts of each kind there are. */
export interface Brought {
  checks: number;
  shifts: number;
  items: number;
  guests: number;
}

/** What the files bring. */
export function broughtBy({ checks, shifts, items, guests }: ImportSummary): Brought {
  return {
    checks,
    shifts: shifts?.shifts ?? 0,
    items: items?.items ?? 0,
    guests: guests?.guests ?? 0,
  };
}

interface Sent {
  sentChecks: number;
  sentShifts: number;
  sentItems: number;
  sentGuests: number;
}

/** What came in. */
export function broughtIn({ sentChecks, sentShifts, sentItems, sentGuests }: Sent): Brought {
  return { checks: sentChecks, shifts: sentShifts, items: sentItems, guests: sentGuests };
}

/** What of it is taken back by an undo. */
export function takenBack(brought: Brought): Brought {
  return { ...brought, guests: 0 };
}

/** `1,204 checks and 96 shifts`; checks are named also where there is nothing. */
export function broughtParts({ checks, shifts, items, guests }: Brought): string {
  const parts = [
    shifts > 0 && words.shifts(formatCount(shifts)),
    items > 0 && words.items(formatCount(items)),
    guests > 0 && words.guests(formatCount(guests)),
  ].filter((part) => part !== false);
  const all = checks > 0 || parts.length === 0 ? [checksText(checks), ...parts] : parts;
  return new Intl.ListFormat('en-US').format(all);
}

function checksText(checks: number): string {
  return messages.imports.checks(formatCount(checks));
}

export function isAny({ checks, shifts, items, guests }: Brought): boolean {
  return checks + shifts + items + guests > 0;
}
