/** Counts, quantities, percentages and changes, as people read them. */

const LOCALE = 'en-US';

const count = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0, signDisplay: 'negative' });
const quantity = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 3,
  signDisplay: 'negative',
});
const oneDecimal = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'negative',
});
const twoDecimals = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});

/** A whole count: `1,204`. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** A quantity with up to three decimals: `2`, `0.375`. */
export function formatQuantity(value: number): string {
  return quantity.format(value);
}

/** `part` of `max` in whole percent; 0 where there is no max. */
export function percentOf(part: number, max: number): number {
  return max === 0 ? 0 : Math.round((part / max) * 100) || 0;
}

/** A percentage with one decimal, for figures: `31.4%`. Takes percent, not a fraction. */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent)}%`;
}

/** A percentage with two decimals, for pie labels: `31.42%`. Takes percent, not a fraction. */
export function formatPiePercent(percent: number): string {
  return `${twoDecimals.format(percent)}%`;
}

/** Whether more of a figure is good for the owner, bad, or says nothing by itself. */
export type Preference = 'more' | 'less' | 'neutral';

/** A change between two spans, ready to be shown with sign, arrow and colour. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  tone: 'good' | 'bad' | 'neutral';
  /** With its sign: `+12%`, `-1.4 pts`, `0%`. */
  text: string;
}

function change(difference: number, text: string, prefer: Preference): Change {
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  if (direction === 'same' || prefer === 'neutral') {
    return { direction, tone: 'neutral', text };
  }
  const good = (direction === 'up') === (prefer === 'more');
  return { direction, tone: good ? 'good' : 'bad', text };
}

/**
 * Change of an amount or a count, in whole percent of what it was.
 * `null` where there is nothing to compare: no earlier value, or an earlier value of nothing.
 */
export function relativeChange(
  current: number,
  before: number | null | undefined,
  prefer: Preference,
): Change | null {
  if (before === null || before === undefined || before === 0) {
    return null;
  }
  const percent = Math.round(((current - before) / Math.abs(before)) * 100) || 0;
  return change(percent, `${percent > 0 ? '+' : ''}${count.format(percent)}%`, prefer);
}

/** Change of a percentage, in points with one decimal; `null` where there is nothing to compare. */
export function pointChange(
  current: number | null,
  before: number | null | undefined,
  prefer: Preference,
): Change | null {
  if (current === null || before === null || before === undefined) {
    return null;
  }
  const points = Math.round((current - before) * 10) / 10 || 0;
  return change(points, `${points > 0 ? '+' : ''}${oneDecimal.format(points)} pts`, prefer);
}

export * from './daily';
