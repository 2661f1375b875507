/** Counts, quantities and percentages as text. */

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

/** `part` of `max` in whole percent; 0 without a max. */
export function percentOf(part: number, max: number): number {
  return max === 0 ? 0 : Math.round((part / max) * 100) || 0;
}

/** A percentage in whole percent, for figures: `31%`. Takes percent, not a fraction. */
export function formatPercent(percent: number): string {
  return `${count.format(percent)}%`;
}

/** Points of a percentage with one decimal: `1.4`. */
export function formatPoints(points: number): string {
  return oneDecimal.format(points);
}

/** A percentage with two decimals, for pie labels: `31.42%`. Takes percent, not a fraction. */
export function formatPiePercent(percent: number): string {
  return `${twoDecimals.format(percent)}%`;
}
