import type { Item } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { dateOf, formatAxisDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { discounted } from '@/lib/money';

export interface Badge {
  kind: BadgeStyle;
  label: string;
}

const { menu, inventory, soldOut } = messages;

const short: Record<NonNullable<Item['inventoryLevel']>, Badge> = {
  green: { kind: 'success', label: menu.inStock },
  orange: { kind: 'caution', label: menu.low },
  red: { kind: 'danger', label: menu.out },
};

/** The stock level as a short badge; `null` if the stock is not counted. */
export function shortLevel({ soldOut, inventoryLevel }: Item): Badge | null {
  if (soldOut) return { kind: 'danger', label: menu.soldOut };
  return inventoryLevel && short[inventoryLevel];
}

/** The stock level in a sentence; `null` if the stock is not counted. */
export function longLevel({ inventoryLevel }: Item): Badge | null {
  return (
    inventoryLevel && { kind: short[inventoryLevel].kind, label: inventory.level[inventoryLevel] }
  );
}

/** The valid or the upcoming offer; `null` without one. */
export function offerBadge({ offPercentage, onOffer, validFrom }: Item): Badge | null {
  if (offPercentage === 0) return null;
  const percent = String(offPercentage);
  const label =
    onOffer || validFrom === null
      ? menu.off(percent)
      : menu.offFrom(percent, formatAxisDay(dateOf(validFrom)));
  return { kind: 'info', label };
}

/** Whether today's price differs from the usual one; an open price is no amount to compare. */
export function hasOldPrice({ onOffer, openPrice }: Item): boolean {
  return onOffer && !openPrice;
}

/** Today's price in dollars. */
export function priceToday({ price, offPercentage, onOffer }: Item): number {
  return onOffer ? discounted(price, offPercentage) : price;
}

/** `Nov 22, 4:00 AM`: wall time of the location. */
function moment(dateTime: string): string {
  return `${formatAxisDay(dateOf(dateTime))}, ${formatTime(dateTime)}`;
}

/** Second line of a row: when a sold-out item is back, else its category or its name at the till. */
export function secondLine(item: Item): string {
  const { displayName, itemName, minorCategory, majorCategory, soldOutUntil } = item;
  if (item.soldOut && soldOutUntil !== null) return menu.back(moment(soldOutUntil));
  return minorCategory ?? majorCategory ?? (itemName === displayName ? '' : itemName);
}

/** Who marked a sold-out item, and when it is back. */
export function soldOutLine({ soldOutBy, soldOutUntil }: Item): string {
  const when = soldOutUntil === null ? null : moment(soldOutUntil);
  if (soldOutBy === 'till') return when === null ? soldOut.atPOS : soldOut.atPOSUntil(when);
  return when === null ? soldOut.openEnd : soldOut.soldOutUntil(when);
}
