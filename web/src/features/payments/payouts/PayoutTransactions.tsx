import { Title } from '@mantine/core';
import type { BalanceTransaction } from '@/api';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { transactionWord } from '@/components/payments/payoutWords';
import { businessDateAt, dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { transactionsPath } from '@/lib/paths';
import { transactionPages } from './transactionPages';

/** How the provider's ids of charges begin. */
const CHARGE = /^(ch|py)_/;

const words = messages.payoutSheet;

interface PayoutTransactionsProps {
  payoutId: string;
  posID: string;
  timeZone: string;
}

/** What is in a payout, newest first, more by hand. */
export function PayoutTransactions({ payoutId, posID, timeZone }: PayoutTransactionsProps) {
  return (
    <>
      <Title order={3} className={entries.heading}>
        {words.transactions}
      </Title>
      <PagedEntries
        label={words.transactions}
        source={transactionPages}
        asked={{ payoutId, posID }}
        keyOf={({ id }) => id}
        render={(transaction) => <Transaction transaction={transaction} timeZone={timeZone} />}
        none={words.noTransactions}
      />
    </>
  );
}

interface TransactionProps {
  transaction: BalanceTransaction;
  timeZone: string;
}

function Transaction({ transaction, timeZone }: TransactionProps) {
  const { amount, created, currency, fee, net } = transaction;
  const at = wallTime(created, timeZone);
  return (
    <Entry
      to={paymentPath(transaction, timeZone)}
      title={transactionWord(transaction)}
      detail={`${formatDay(dateOf(at))}, ${formatTime(at)}`}
      further={words.parts(formatMinor(amount, currency), formatMinor(fee, currency))}
      value={formatMinor(net, currency)}
    />
  );
}

/** The way to the payment whose charge a movement is; of the others the card provider does not tell the payment. */
function paymentPath({ source, created }: BalanceTransaction, timeZone: string): string | null {
  if (source === null || !CHARGE.test(source)) {
    return null;
  }
  const day = businessDateAt(created, timeZone);
  return transactionsPath({ from: day, to: day, charge: source, at: created });
}
