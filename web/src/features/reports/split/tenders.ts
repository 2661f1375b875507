import type { CashierRow } from '@/api';
import type { Slide } from '@/components/charts';
import { figureOf, reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';
import { type ChartPart, stackSlide } from '../chart/slides';
import type { Member } from '../rows/members';

/** Most payment types with a colour of their own; the others are one. */
const TYPES = 5;

/** Payments by type, tips included; the largest first. */
function tendersOf(rows: readonly CashierRow[]): Map<string, number> {
  const amounts = new Map<string, number[]>();
  for (const { payments } of rows) {
    for (const { paymentType, amount, grossTips } of payments) {
      amounts.set(paymentType, [...(amounts.get(paymentType) ?? []), amount, grossTips]);
    }
  }
  return new Map(
    [...amounts]
      .map(([type, taken]): [string, number] => [type, sumMoney(taken)])
      .sort((a, b) => b[1] - a[1]),
  );
}

/** `Visa $120.00`, `Cash $64.00`. */
export function tenderWords(rows: readonly CashierRow[]): string[] {
  return [...tendersOf(rows)].map(([type, amount]) => `${type} ${formatMoney(amount)}`);
}

/** Cashiers with their payments by type. */
export function tenderSlide(
  rows: readonly CashierRow[],
  members: readonly Member[],
  keyOf: (row: CashierRow) => string,
): Slide {
  const { names, title } = {
    names: reportOf('Cashier').splits[0]?.label ?? '',
    title: messages.reportWords.figureBy(
      figureOf('GROSS_PAYMENT').label,
      (reportOf('Payment').splits[0]?.label ?? '').toLowerCase(),
    ),
  };
  const taken = new Map(
    members.map(({ key, summary }) => [
      summary.amounts,
      tendersOf(rows.filter((row) => keyOf(row) === key)),
    ]),
  );
  const types = [...tendersOf(rows).keys()];
  const shown = types.slice(0, types.length > TYPES + 1 ? TYPES : types.length);
  const rest = types.slice(shown.length);
  const part = (label: string, of: readonly string[]): ChartPart => ({
    label,
    figure: 'GROSS_PAYMENT',
    of: (amounts) => sumMoney(of.map((type) => taken.get(amounts)?.get(type) ?? 0)),
  });
  const parts = [
    ...shown.map((type) => part(type, [type])),
    ...(rest.length > 0 ? [part(messages.chartWords.other, rest)] : []),
  ];
  const [first, ...others] = parts;
  return stackSlide({
    key: 'tenders',
    title,
    names,
    parts: [first ?? part(messages.chartWords.other, []), ...others],
    members,
    horizontal: true,
  });
}
