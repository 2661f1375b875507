import type { ImportCheck, ImportLine, ImportPayment } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount, formatQuantity } from '@/lib/numbers';
import page from '../Connect.module.css';
import classes from './SampleChecks.module.css';

const words = messages.importPreview;

/** The first checks of the files, as they will look. */
export function SampleChecks({ checks }: { checks: readonly ImportCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <Card label={words.sample}>
      <h2 className={page.title}>{words.sample}</h2>
      <p className={page.hint}>{words.sampleSentence}</p>
      <ul className={page.list} aria-label={words.sample}>
        {checks.map((check) => (
          <li key={check.posCheckID} className={classes.check}>
            <SampleCheck check={check} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SampleCheck({ check }: { check: ImportCheck }) {
  const { posCheckID, businessDate, closeTime, table, employee, orderType, covers } = check;
  const details = [
    `${formatDay(businessDate)}, ${formatTime(closeTime)}`,
    table !== null && words.table(table),
    employee,
    orderType,
    covers > 0 && words.guests(formatCount(covers)),
  ].filter(Boolean);
  return (
    <>
      <div className={page.head}>
        <h3 className={page.title}>{words.check(posCheckID)}</h3>
        {check.voided && <StatusBadge kind="danger" label={words.voided} />}
        {check.refund && <StatusBadge kind="caution" label={words.refund} />}
      </div>
      <p className={page.hint}>{details.join(' · ')}</p>
      <ul className={classes.lines}>
        {check.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <li key={index} className={page.row}>
            <Line line={line} />
          </li>
        ))}
      </ul>
      <CheckSums check={check} />
    </>
  );
}

function Line({
  line: { name, category, quantity, amount, modifiers, voided },
}: {
  line: ImportLine;
}) {
  const details = [category, ...modifiers, voided && words.voided].filter(Boolean);
  return (
    <>
      <span className={page.name}>{words.quantity(formatQuantity(quantity), name)}</span>
      <span className={page.value}>{formatMoney(amount)}</span>
      {details.length > 0 && <span className={page.detail}>{details.join(' · ')}</span>}
    </>
  );
}

function CheckSums({ check }: { check: ImportCheck }) {
  const parts = (['tax', 'gratuity', 'serviceCharges', 'rounding'] as const)
    .filter((part) => check[part] !== 0)
    .map((part) => ({ label: words[part], value: formatMoney(check[part]) }));
  const { discounts, netSales, payments } = check;
  const discount = { label: words.discounts, value: formatMoney(-discounts) };
  return (
    <Sums
      rows={[
        ...(discounts === 0 ? [] : [discount]),
        { label: words.netSales, value: formatMoney(netSales) },
        ...parts,
        ...payments.map(paymentSum),
      ]}
    />
  );
}

function paymentSum({ type, amount, tip }: ImportPayment) {
  return {
    label: words.paid(type || words.noTender),
    value: formatMoney(amount),
    details: tip === 0 ? undefined : [words.withTip(formatMoney(tip))],
  };
}
