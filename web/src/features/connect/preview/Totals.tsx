import type { ImportSummary } from '@/api';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';

const words = messages.importPreview;

/** What was due: net sales and all that is paid beside them. */
function dueOf(summary: ImportSummary): number {
  const { netSales, tax, tips, gratuity, serviceCharges, giftCards, rounding } = summary;
  return sumMoney([netSales, tax, tips, gratuity, serviceCharges, giftCards, rounding]);
}

/** From gross sales to payments, as reports will count. */
export function Totals({ summary }: { summary: ImportSummary }) {
  const { grossSales, discounts, netSales, payments, outOfBalance } = summary;
  const beside = (['tax', 'tips', 'gratuity', 'serviceCharges', 'giftCards', 'rounding'] as const)
    .filter((part) => summary[part] !== 0)
    .map((part) => ({ label: words[part], value: formatMoney(summary[part]) }));
  return (
    <Card label={words.sums}>
      <h2 className={page.title}>{words.sums}</h2>
      <Sums
        label={words.sums}
        rows={[
          { label: words.gross, value: formatMoney(grossSales) },
          { label: words.discounts, value: formatMoney(discounts === 0 ? 0 : -discounts) },
        ]}
        total={{ label: words.netSales, value: formatMoney(netSales) }}
      />
      <Sums
        label={words.payments}
        rows={beside}
        total={{ label: words.due, value: formatMoney(dueOf(summary)) }}
      />
      <Sums
        label={words.payments}
        rows={[]}
        total={{ label: words.payments, value: formatMoney(payments) }}
      />
      <p className={outOfBalance === 0 ? page.hint : page.caution}>
        {outOfBalance === 0 ? words.balanced : words.unbalanced(formatMoney(outOfBalance))}
      </p>
      <Counts summary={summary} />
    </Card>
  );
}

function Counts({ summary }: { summary: ImportSummary }) {
  const { checks, refunds, voidedChecks, voids, covers } = summary;
  const rows = [
    { label: words.checkCount, value: formatCount(checks), shown: true },
    { label: words.refunds, value: formatCount(refunds), shown: refunds > 0 },
    { label: words.voidedChecks, value: formatCount(voidedChecks), shown: voidedChecks > 0 },
    { label: words.voids, value: formatMoney(voids), shown: voids !== 0 },
    { label: words.covers, value: formatCount(covers), shown: covers > 0 },
  ];
  return (
    <>
      <h3 className={page.title}>{words.counts}</h3>
      <Sums label={words.counts} rows={rows.filter(({ shown }) => shown)} />
    </>
  );
}
