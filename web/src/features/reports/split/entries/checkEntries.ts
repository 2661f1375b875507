import {
  type DiscountRow,
  type GiftCardRow,
  type ModifierRow,
  type ServiceChargeRow,
  type TaxRow,
  useGetDiscountReportQuery,
  useGetGiftCardReportQuery,
  useGetModifierReportQuery,
  useGetServiceChargeReportQuery,
  useGetTaxReportQuery,
  useGetVoidReportQuery,
  type VoidRow,
} from '@/api';
import { type FigureId, wordOf } from '@/lib/figures';
import type { ReportRow } from '@/lib/numbers';
import { pieSlide, rankingSlide } from '../../chart/slides';
import { OutstandingCard } from '../../gift-cards/OutstandingCard';
import { amountOf, type MemberInfo, membersOf } from '../../rows/members';
import type { ChartData, SplitGroup, SplitReport } from '../splitReport';
import { entry, groupBy, memberNamed } from './entry';

/**
 * Reports of what checks name beside their items: discounts, voids, charges, taxes, modifiers and gift cards. The list of
 * checks can be searched by names of discounts, by reasons, and by the people who approved or served.
 */

/** A report by one of its splits, with its other splits below. */
function named<R extends ReportRow>(name: string, key?: keyof R & string) {
  const own = entry(name, key);
  const [main = 'TIMES', ...line] = own.report.figureIds;
  return { ...own, main, line };
}

/** A name of a kind: the same name of another kind is another member. */
function ofKind(name: string, split: string, code: string): MemberInfo {
  const kind = wordOf(split, code);
  return { ...memberNamed(name, code), ...(kind !== name && { detail: kind }) };
}

/** A split whose rows lead to their checks. */
function leading<R extends ReportRow>(group: SplitGroup<R>): SplitGroup<R> {
  return { ...group, leadsToChecks: true };
}

/** A ranking by a split that is not the first of the report's groups. */
function rankedBy<R extends ReportRow>(
  figure: FigureId,
  { rows, locations }: ChartData<R>,
  { names, memberOf }: SplitGroup<R>,
) {
  const several = locations.length > 1;
  const members = membersOf(rows, [figure], figure, (row) => memberOf(row, several));
  return rankingSlide(figure, members, names);
}

const discounts = named<DiscountRow>('Discount', 'discount');
const discountKind = groupBy<DiscountRow>('Discount', 'discountKind');
const discountEmployee = groupBy<DiscountRow>('Discount', 'employeeName', 'employeeID');

/** Discounts by name. */
export const discount: SplitReport<DiscountRow> = {
  ...discounts,
  useRows: useGetDiscountReportQuery,
  memberOf: (row) => ofKind(row.discount, 'discountKind', row.discountKind),
  groups: [
    discountKind,
    leading(groupBy('Discount', 'reason')),
    leading(groupBy('Discount', 'approvedBy')),
    leading(discountEmployee),
  ],
  charts: (data) => [
    pieSlide(discounts.main, data.groups, discountKind.names),
    rankingSlide(discounts.main, data.members, discounts.names),
    rankedBy(discounts.main, data, discountEmployee),
  ],
  search: true,
  leadsToChecks: true,
};

const voided = named<VoidRow>('Void', 'itemName');
const voidReason = groupBy<VoidRow>('Void', 'reason');
const voidEmployee = groupBy<VoidRow>('Void', 'employeeName', 'employeeID');

/** Voids by item. */
export const voids: SplitReport<VoidRow> = {
  ...voided,
  useRows: useGetVoidReportQuery,
  memberOf: (row) => memberNamed(row.itemName),
  groups: [leading(voidReason), leading(groupBy('Void', 'approvedBy')), leading(voidEmployee)],
  charts: (data) => [
    pieSlide(voided.main, data.groups, voidReason.names),
    rankingSlide(voided.main, data.members, voided.names),
    rankedBy(voided.main, data, voidEmployee),
  ],
  search: true,
};

const charges = named<ServiceChargeRow>('ServiceCharge');
const chargeKind = groupBy<ServiceChargeRow>('ServiceCharge', 'chargeKind');

/** Service charges by name. */
export const serviceCharge: SplitReport<ServiceChargeRow> = {
  ...charges,
  useRows: useGetServiceChargeReportQuery,
  memberOf: (row) => ofKind(row.serviceCharge, 'chargeKind', row.chargeKind),
  groups: [chargeKind],
  charts: (data) => [
    pieSlide(charges.main, data.groups, chargeKind.names),
    rankingSlide(charges.main, data.members, charges.names),
  ],
};

const taxes = named<TaxRow>('Tax');
const collector = groupBy<TaxRow>('Tax', 'collectedBy');

/** Taxes by name. */
export const tax: SplitReport<TaxRow> = {
  ...taxes,
  useRows: useGetTaxReportQuery,
  memberOf: (row) => ofKind(row.tax, 'collectedBy', row.collectedBy),
  groups: [collector],
  charts: (data) => [
    pieSlide(taxes.main, data.members, taxes.names),
    pieSlide(taxes.main, data.groups, collector.names),
  ],
};

const modifiers = named<ModifierRow>('Modifier');
const modifiedItem = groupBy<ModifierRow>('Modifier', 'itemName');

/** Modifiers by name, over all items. */
export const modifier: SplitReport<ModifierRow> = {
  ...modifiers,
  useRows: useGetModifierReportQuery,
  memberOf: (row) => memberNamed(row.modifier),
  line: ['QUANTITY', 'MODIFIER_COST'],
  groups: [modifiedItem],
  charts: ({ members, groups }) => [
    rankingSlide(modifiers.main, members, modifiers.names),
    rankingSlide('QUANTITY', members, modifiers.names),
    rankingSlide(modifiers.main, groups, modifiedItem.names),
  ],
  search: true,
};

const giftCards = named<GiftCardRow>('GiftCard');

/** Gift cards and deposits by name: what is sold has no redeemed amount, and the other way round. */
export const giftCard: SplitReport<GiftCardRow> = {
  ...giftCards,
  Top: OutstandingCard,
  useRows: useGetGiftCardReportQuery,
  memberOf: (row) => ofKind(row.giftCard, 'activity', row.activity),
  groups: [groupBy('GiftCard', 'activity')],
  charts: ({ members }) =>
    (['GROSS_DEFERRED', 'GROSS_REDEEMED'] as const).map((figure) => {
      const moved = members.filter((member) => amountOf(member, figure) !== 0);
      return rankingSlide(figure, moved, giftCards.names);
    }),
};
