import type { GiftCardLiability, Location } from '@/api';
import { type BusinessDate, dateOf } from '@/lib/dates';
import { sumMoney } from '@/lib/money';

/** What guests hold at a location. */
interface HeldAt {
  posID: string;
  name: string;
  /** Dollars. */
  outstanding: number;
  /** The day of the first sale; `null` before it. */
  since: BusinessDate | null;
}

/** What guests hold on gift cards and deposits, in dollars. */
interface Held {
  outstanding: number;
  sold: number;
  redeemed: number;
  /** The day of the first sale at any location; `null` before it. */
  since: BusinessDate | null;
  /** Every location, the largest amount first. */
  locations: HeldAt[];
}

/** The sum over locations; one without trade is in no answer. */
export function heldAt(
  locations: readonly Location[],
  liabilities: readonly GiftCardLiability[],
): Held {
  const sum = (of: (one: GiftCardLiability) => number) => sumMoney(liabilities.map(of));
  const [since = null] = liabilities
    .flatMap(({ since }) => (since === null ? [] : [dateOf(since)]))
    .sort();
  return {
    outstanding: sum(({ outstanding }) => outstanding),
    sold: sum(({ sold }) => sold),
    redeemed: sum(({ redeemed }) => redeemed),
    since,
    locations: locations
      .map(({ posID, name }) => {
        const found = liabilities.find((one) => one.posID === posID);
        const first = found?.since ?? null;
        return {
          posID,
          name,
          outstanding: found?.outstanding ?? 0,
          since: first === null ? null : dateOf(first),
        };
      })
      .sort((a, b) => b.outstanding - a.outstanding || a.name.localeCompare(b.name)),
  };
}
