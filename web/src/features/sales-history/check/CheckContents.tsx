import type { CheckDetail, CheckItem, CheckPayment } from '@/api';
import { formatLongDay, formatTime } from '@/lib/dates';
import { figureOf } from '@/lib/figures';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { CheckBadge } from '../CheckBadge';
import { CheckExceptions } from '../exceptions/CheckExceptions';
import classes from './CheckContents.module.css';
import { CheckSums, PaymentSums } from './CheckSums';
import { CheckTrace, isTraced } from './CheckTrace';
import { onOneLine, taxText } from './checkParts';
import { type ItemDates, ItemLine } from './ItemLine';

interface CheckContentsProps {
  /** The dates of the list, also for the links of lines to their items; without them, the check's own. */
  range?: ItemDates | undefined;
  contents: { check: CheckDetail; checkItemList: CheckItem[]; paymentList: CheckPayment[] };
}

/** Contents of a check: attributes, lines, exceptions, sums, payments, and the trace of card money. */
export function CheckContents({ contents, range }: CheckContentsProps) {
  const { check, checkItemList, paymentList } = contents;
  const words = messages.checks;
  const { businessDate, open } = check;
  const dates = range ?? { startDate: businessDate, endDate: businessDate };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the sheet from here.
    <section aria-label={words.check} tabIndex={0}>
      <p className={classes.when}>
        {formatLongDay(businessDate)}
        <CheckBadge check={check} />
      </p>
      <Facts check={check} />
      <h3 className={classes.heading}>{words.items}</h3>
      <ul className={classes.lines} aria-label={words.items}>
        {checkItemList.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may stand on several lines.
          <ItemLine key={`${item.posItemID}-${index}`} item={item} range={dates} />
        ))}
      </ul>
      <CheckExceptions check={check} items={checkItemList} />
      <CheckSums check={check} />
      {paymentList.length > 0 && (
        <>
          <h3 className={classes.heading}>{words.payments}</h3>
          <PaymentSums payments={paymentList} />
        </>
      )}
      {/* The amounts of an open check's cards are not final. */}
      {paymentList.some(isTraced) && !open && <CheckTrace check={check} paid={paymentList} />}
    </section>
  );
}

/** Attributes of a check beside money. */
function factsOf(check: CheckDetail): [string, string][] {
  const words = messages.checks;
  const { reason, approvedBy } = messages.checkParts;
  // An answer that the device kept may be of an earlier version, without taxes.
  const marketplace = (check.taxes ?? []).filter((tax) => tax.collectedBy === 'marketplace');
  const facts: [string, string | null][] = [
    [words.opened, check.openTime === null ? null : formatTime(check.openTime)],
    [words.closed, check.open ? null : formatTime(check.closeTime)],
    [words.table, check.table],
    [figureOf('GROSS_COVER').label, check.grossCover > 0 ? String(check.grossCover) : null],
    [words.server, check.employeeName],
    [words.cashier, check.cashierName],
    [words.orderType, check.orderType],
    [words.revenueCenter, check.revenueCenter],
    [reason, check.voided ? check.reason : null],
    [approvedBy, check.voided ? check.approvedBy : null],
    [words.refundOf, check.refundOf === null ? null : `#${checkNumber(check.refundOf)}`],
    [words.sentNumber, check.sentCheckID],
    [
      figureOf('MARKETPLACE_TAX').label,
      check.marketplaceTax
        ? onOneLine([formatMoney(check.marketplaceTax), ...marketplace.map(taxText)])
        : null,
    ],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function Facts({ check }: { check: CheckDetail }) {
  return (
    <dl className={classes.facts}>
      {factsOf(check).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
