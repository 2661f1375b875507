import { Title } from '@mantine/core';
import { useMemo } from 'react';
import {
  api,
  type BalanceTransaction,
  type ListPayoutTransactionsApiArg,
  type Location,
} from '@/api';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { FileRow } from '@/components/export/FileRow';
import { transactionName } from '@/components/payments/payoutWords';
import {
  businessDateAt,
  type DayClock,
  dateOf,
  formatDay,
  formatTime,
  wallTime,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { transactionsPath } from '@/lib/paths';
import { providerPages } from '../providerPages';

/** Transactions of a payout, newest first. */
export const payoutTransactions = providerPages({
  call: api.endpoints.listPayoutTransactions,
  args: ({ id, posId }: ListPayoutTransactionsApiArg) => ({ id, posId }),
  size: 100,
});

/** Prefixes of the provider's ids of charges. */
const CHARGE = /^(ch|py)_/;

const words = messages.payoutSheet;

interface PayoutTransactionsProps {
  payoutId: string;
  location: Location;
}

/** Transactions of a payout, newest first, more by a button. */
export function PayoutTransactions({ payoutId, location }: PayoutTransactionsProps) {
  const { posID } = location;
  const file = useMemo(() => {
    const query = new URLSearchParams({ posID });
    return { url: `/payments/v1/payouts/${encodeURIComponent(payoutId)}/transactions?${query}` };
  }, [payoutId, posID]);
  return (
    <>
      <FileRow request={file} name="payout-transactions.csv">
        <Title order={3} className={entries.heading}>
          {words.transactions}
        </Title>
      </FileRow>
      <PagedEntries
        label={words.transactions}
        source={payoutTransactions}
        filter={{ id: payoutId, posId: posID }}
        render={(transaction) => <Transaction transaction={transaction} location={location} />}
        none={words.noTransactions}
      />
    </>
  );
}

interface TransactionProps {
  transaction: BalanceTransaction;
  location: DayClock;
}

function Transaction({ transaction, location }: TransactionProps) {
  const { amount, created, currency, fee, net } = transaction;
  const at = wallTime(created, location.timeZone);
  return (
    <Entry
      to={paymentPath(transaction, location)}
      title={transactionName(transaction)}
      detail={`${formatDay(dateOf(at))}, ${formatTime(at)}`}
      further={words.parts(formatMinor(amount, currency), formatMinor(fee, currency))}
      value={formatMinor(net, currency)}
    />
  );
}

/** Link to the payment of a charge; for other movements the card provider does not name the payment. */
function paymentPath({ source, created }: BalanceTransaction, location: DayClock): string | null {
  if (source === null || !CHARGE.test(source)) {
    return null;
  }
  const day = businessDateAt(created, location);
  return transactionsPath({ from: day, to: day, charge: source, at: created });
}
