/** US dollars as in the public API: JSON numbers with two decimals. Sums are exact in whole cents. */

const LOCALE = 'en-US';
const CURRENCY = 'USD';

const exact = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: CURRENCY,
  signDisplay: 'negative',
});

const whole = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: CURRENCY,
  maximumFractionDigits: 0,
  signDisplay: 'negative',
});

const compact = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: CURRENCY,
  notation: 'compact',
  maximumFractionDigits: 1,
  signDisplay: 'negative',
});

/** Dollars with two decimals, for rows and details: `$1,234.50`. */
export function formatMoney(dollars: number): string {
  return exact.format(dollars);
}

/** Cents, as the card provider counts, with two decimals: `$1,234.50`. */
export function formatCents(cents: number): string {
  return formatMoney(cents / 100);
}

/** Currencies whose smallest unit is the unit itself; the provider counts ISK and UGX in hundredths all the same. */
const WITHOUT_POINT = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
/** Currencies of thousandths. */
const OF_THOUSANDTHS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const byCurrency = new Map<string, { format: Intl.NumberFormat; unit: number }>();

function formatOf(currency: string) {
  const cached = byCurrency.get(currency);
  if (cached !== undefined) return cached;
  const digits = WITHOUT_POINT.has(currency) ? 0 : OF_THOUSANDTHS.has(currency) ? 3 : 2;
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  });
  const made = { format, unit: 10 ** digits };
  byCurrency.set(currency, made);
  return made;
}

/**
 * Minor units of a currency (ISO 4217, lower case), as the card provider counts: `$1,234.50`, `¥500`, `KWD 5.120`.
 */
export function formatMinor(minor: number, currency: string): string {
  const { format, unit } = formatOf(currency);
  return format.format(minor / unit);
}

/** Dollars without decimals, for bar labels and headlines: `$1,235`. */
export function formatWholeMoney(dollars: number): string {
  return whole.format(dollars);
}

/** Dollars shortened, for axis ticks: `$1.2K`. */
export function formatAxisMoney(dollars: number): string {
  return compact.format(dollars);
}

/** Whole cents of an amount in dollars. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Sum of amounts in dollars, exact to the cent. */
export function sumMoney(amounts: Iterable<number>): number {
  let cents = 0;
  for (const amount of amounts) {
    cents += toCents(amount);
  }
  return cents / 100;
}

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/;

/** Whole cents of a typed amount: `12.5`, `$1,234.50`; `null` if it is none. */
export function centsTyped(text: string): number | null {
  const found = AMOUNT.exec(text.trim());
  if (found === null) return null;
  const [, dollars = '', cents = ''] = found;
  const whole = Number(dollars.replaceAll(',', '') + cents.padEnd(2, '0'));
  return Number.isSafeInteger(whole) ? whole : null;
}

/** An amount as the value of an input: `1234.50`. */
export function typedMoney(dollars: number): string {
  const cents = toCents(dollars);
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** A price less so many percent, rounded half away from zero to the cent. */
export function discounted(dollars: number, percentOff: number): number {
  return Math.round((toCents(dollars) * (100 - percentOff)) / 100) / 100;
}
