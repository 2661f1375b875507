import type { CheckDetail, CheckPayment } from '@/api';
import { Sums } from '@/components/details/Sums';
import { figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { namedDiscount, onOneLine, taxText } from './checkParts';

type Amount = [label: string, amount: number, details?: string[]];

/** What a check adds up to, to the amount paid; for an open check, what of it is paid so far. */
export function CheckSums({ check }: { check: CheckDetail }) {
  // An answer that the device kept may be of an earlier version, without some of them.
  const { discounts = [], taxes = [], serviceCharges = [] } = check;
  // The marketplace's taxes are no part of the check's tax.
  const owed = taxes.filter(({ collectedBy }) => collectedBy !== 'marketplace');
  const sums: Amount[] = [
    [figureOf('GROSS_SALES').label, check.grossSales],
    [
      figureOf('GROSS_DISCOUNTS').label,
      -check.grossDiscounts,
      discounts.map((discount) => namedDiscount(discount)),
    ],
    [figureOf('GROSS_REWARD_USED').label, -check.rewardUsed],
    ...serviceCharges.map(
      ({ name, amount }): Amount => [name || figureOf('GROSS_SERVICE_CHARGES').label, amount],
    ),
    [figureOf('GROSS_DEFERRED').label, check.grossDeferred],
    [figureOf('GROSS_TAX').label, check.grossTax, owed.map(taxText)],
    [figureOf('GROSS_ROUNDING').label, check.grossRounding],
    [figureOf('GROSS_TIPS').label, check.grossTips],
    [figureOf('OUT_OF_BALANCE').label, check.open ? 0 : check.outOfBalance],
  ];
  const shown = sums.filter(([, amount], index) => index === 0 || Boolean(amount));
  return (
    <Sums
      rows={shown.map(([label, amount, details]) => ({
        label,
        value: formatMoney(amount),
        details,
      }))}
      total={{
        label: check.open ? messages.openChecks.paidSoFar : messages.checks.paid,
        value: formatMoney(check.grossPayment),
      }}
    />
  );
}

/** The payments of a check: `Visa · Square · tip $2.00`, and fee and id of another processor or the POS. */
export function PaymentSums({ payments }: { payments: readonly CheckPayment[] }) {
  return <Sums rows={payments.map(paymentSum)} />;
}

function paymentSum({ type, amount, tip, processor, fee, paymentID }: CheckPayment) {
  const words = messages.paymentSheet;
  return {
    label: onOneLine([type, processor, tip !== 0 && `${messages.checks.tip} ${formatMoney(tip)}`]),
    value: formatMoney(amount),
    details: [
      ...(typeof fee === 'number' ? [`${words.fee} ${formatMoney(fee)}`] : []),
      ...(paymentID ? [`${words.id} ${paymentID}`] : []),
    ],
  };
}
