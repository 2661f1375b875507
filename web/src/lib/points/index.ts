import { messages } from '../messages';
import { formatMoney, toCents } from '../money';
import { formatCount } from '../numbers/format';

/** Reward points: whole numbers; 100 points are worth $1.00. */

/** Most points of one reward. */
export const MOST_POINTS = 100_000;

/** Highest percentage of the royalty program. */
export const MOST_PERCENT = 100;

/** Value of points in dollars. */
function dollarsOf(points: number): number {
  return points / 100;
}

/** Value of points as text: `$5.00`. */
export function formatWorth(points: number): string {
  return formatMoney(dollarsOf(points));
}

/** Number of points: `1,250 points`, `1 point`. */
export function formatPointCount(points: number): string {
  const { point, points: several } = messages.guest;
  return points === 1 ? point : several(formatCount(points));
}

/** Points with their value: `500 points ($5.00)`. */
export function formatPointsAndWorth(points: number): string {
  return messages.guest.worth(formatPointCount(points), formatWorth(points));
}

/** A movement of points with its sign: `+100`, `-20`. */
export function formatMovement(points: number): string {
  return points > 0 ? `+${formatCount(points)}` : formatCount(points);
}

/** Typed whole points, with or without commas; `null` if the text is no such number. */
export function parsePoints(text: string): number | null {
  const digits = text.trim().replaceAll(',', '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/**
 * A typed percentage in hundredths of a percent: at most two decimals, a percent sign is allowed. `null` if it is none.
 */
export function parseHundredths(text: string): number | null {
  const [, whole, decimals = ''] =
    /^(\d{1,6})(?:\.(\d{0,2}))?$/.exec(text.trim().replace(/\s*%$/, '')) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Hundredths of a percentage of the API: a number with at most two decimals. */
export function hundredthsOf(percent: number): number {
  return Math.round(percent * 100);
}

const upToTwoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A percentage with as many decimals as it needs, two at most: `7.5%`. */
export function formatRate(hundredths: number): string {
  return `${upToTwoDecimals.format(hundredths / 100)}%`;
}

/**
 * Whole points earned by sales: the percentage for each dollar, rounded half away from zero. Takes dollars and
 * hundredths of a percent.
 */
export function pointsFor(sales: number, hundredths: number): number {
  const exact = (toCents(sales) * hundredths) / 10_000;
  return Math.sign(exact) * Math.round(Math.abs(exact)) || 0;
}
