import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CheckDetail, CheckItem, CheckPayment } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { isCard } from '@/components/checks/checkWords';
import { Sums } from '@/components/details/Sums';
import { type DateRange, formatLongDay, formatTime } from '@/lib/dates';
import { figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatQuantity } from '@/lib/numbers';
import { dailySalesPath } from '@/lib/paths';
import { CheckBadge } from '../CheckBadge';
import classes from './CheckContents.module.css';
import { CheckTrace } from './CheckTrace';

interface CheckContentsProps {
  /** The dates of the list, also for the links of lines to their items. */
  range: DateRange;
  contents: { check: CheckDetail; checkItemList: CheckItem[]; paymentList: CheckPayment[] };
}

/** Contents of a check: attributes, lines, sums, payments, and the trace of card money. */
export function CheckContents({ contents, range }: CheckContentsProps) {
  const { check, checkItemList, paymentList } = contents;
  const words = messages.checks;
  const cards = paymentList.filter(({ type }) => isCard(type)).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the sheet from here.
    <section aria-label={words.check} tabIndex={0}>
      <p className={classes.when}>
        {formatLongDay(check.businessDate)}
        <CheckBadge check={check} />
      </p>
      <Facts check={check} />
      <h3 className={classes.heading}>{words.items}</h3>
      <ul className={classes.lines} aria-label={words.items}>
        {checkItemList.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may stand on several lines.
          <ItemLine key={`${item.posItemID}-${index}`} item={item} range={range} />
        ))}
      </ul>
      <CheckSums check={check} />
      {paymentList.length > 0 && (
        <>
          <h3 className={classes.heading}>{words.payments}</h3>
          <Sums rows={paymentList.map(paymentSum)} />
        </>
      )}
      {cards > 0 && <CheckTrace check={check} cards={cards} />}
    </section>
  );
}

/** Attributes of a check beside money. */
function factsOf(check: CheckDetail): [string, string][] {
  const words = messages.checks;
  const facts: [string, string | null][] = [
    [words.opened, check.openTime === null ? null : formatTime(check.openTime)],
    [words.closed, formatTime(check.closeTime)],
    [words.table, check.table],
    [figureOf('GROSS_COVER').label, check.grossCover > 0 ? String(check.grossCover) : null],
    [words.server, check.employeeName],
    [words.cashier, check.cashierName],
    [words.orderType, check.orderType],
    [words.revenueCenter, check.revenueCenter],
    [words.refundOf, check.refundOf === null ? null : `#${check.refundOf}`],
    [
      figureOf('MARKETPLACE_TAX').label,
      check.marketplaceTax ? formatMoney(check.marketplaceTax) : null,
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

function ItemLine({ item, range }: { item: CheckItem; range: DateRange }) {
  const { checks } = messages;
  const path = dailySalesPath({
    tab: 'item',
    q: item.itemName,
    from: range.startDate,
    to: range.endDate,
  });
  return (
    <li className={classes.line} data-voided={item.voided || undefined}>
      <span className={classes.quantity}>{formatQuantity(item.quantity)} ×</span>
      <span className={classes.item}>
        {item.deferred ? (
          <span>{item.itemName}</span>
        ) : (
          <Link to={path} className={classes.itemName} title={messages.checkSearch.itemReport}>
            {item.itemName}
          </Link>
        )}{' '}
        {item.voided && <StatusBadge kind="danger" label={checks.voided} />}
        {item.deferred && <span className={classes.detail}>{checks.deferred}</span>}
        {item.taxIncluded && <span className={classes.detail}>{checks.taxIncluded}</span>}
        {item.discount !== 0 && (
          <span className={classes.detail}>
            {figureOf('GROSS_DISCOUNTS').label} {formatMoney(-item.discount)}
          </span>
        )}
      </span>
      <span className={classes.amount}>{formatMoney(item.amount)}</span>
      <IconChevronRight
        size={16}
        className={classes.leads}
        visibility={item.deferred ? 'hidden' : undefined}
        aria-hidden
      />
    </li>
  );
}

function CheckSums({ check }: { check: CheckDetail }) {
  const sums: [string, number][] = [
    [figureOf('GROSS_SALES').label, check.grossSales],
    [figureOf('GROSS_DISCOUNTS').label, -check.grossDiscounts],
    [figureOf('GROSS_REWARD_USED').label, -check.rewardUsed],
    ...(check.serviceCharges ?? []).map(({ name, amount }): [string, number] => [
      name || figureOf('GROSS_SERVICE_CHARGES').label,
      amount,
    ]),
    [figureOf('GROSS_DEFERRED').label, check.grossDeferred],
    [figureOf('GROSS_TAX').label, check.grossTax],
    [figureOf('GROSS_ROUNDING').label, check.grossRounding],
    [figureOf('GROSS_TIPS').label, check.grossTips],
    [figureOf('OUT_OF_BALANCE').label, check.outOfBalance],
  ];
  // An answer that the device kept may be of an earlier version, without some of them.
  const shown = sums.filter(([, amount], index) => index === 0 || Boolean(amount));
  return (
    <Sums
      rows={shown.map(([label, amount]) => ({ label, value: formatMoney(amount) }))}
      total={{ label: messages.checks.paid, value: formatMoney(check.grossPayment) }}
    />
  );
}

function paymentSum({ type, amount, tip }: CheckPayment) {
  const label = tip === 0 ? type : `${type} · ${messages.checks.tip} ${formatMoney(tip)}`;
  return { label, value: formatMoney(amount) };
}
