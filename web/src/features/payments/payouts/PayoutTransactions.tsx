import { Title } from '@mantine/core';
import { useMemo } from 'react';
import {
  api,
  type BalanceTransaction,
  type ListPayoutTransactionsApiArg,
  type Location,
  type Payout,
} from '@/api';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { FileRow } from '@/components/export/FileRow';
import { transactionName } from '@/components/payments/payoutWords';
import { isOthers, processorOf } from '@/components/payments/processor';
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
  payout: Payout;
  location: Location;
}

/** Transactions of a payout, newest first, more by a button. */
export function PayoutTransactions({ payout, location }: PayoutTransactionsProps) {
  const { id, saffron } = payout;
  const { posID } = location;
  const file = useMemo(() => {
    const query = new URLSearchParams({ posID });
    return { url: `/payments/v1/payouts/${encodeURIComponent(id)}/transactions?${query}` };
  }, [id, posID]);
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
        filter={{ id, posId: posID }}
        render={(transaction) => (
          <Transaction transaction={transaction} payout={payout} location={location} />
        )}
        none={words.noTransactions(processorOf(saffron))}
      />
    </>
  );
}

interface TransactionProps {
  transaction: BalanceTransaction;
  payout: Payout;
  location: DayClock;
}

function Transaction({ transaction, payout, location }: TransactionProps) {
  const { amount, created, currency, fee, net } = transaction;
  const at = wallTime(created, location.timeZone);
  return (
    <Entry
      to={paymentPath(transaction, payout, location)}
      title={transactionName(transaction)}
      detail={`${formatDay(dateOf(at))}, ${formatTime(at)}`}
      further={words.parts(formatMinor(amount, currency), formatMinor(fee, currency))}
      value={formatMinor(net, currency)}
    />
  );
}

/**
 * Link to the payment of an entry. The card provider names only the charge, and that only for charges; entries of other
 * processors name the payment.
 */
function paymentPath(
  { source, created }: BalanceTransaction,
  { saffron }: Payout,
  location: DayClock,
): string | null {
  if (source === null) return null;
  if (isOthers(saffron)) return transactionsPath({ payment: source });
  if (!CHARGE.test(source)) return null;
  const day = businessDateAt(created, location);
  return transactionsPath({ from: day, to: day, charge: source, at: created });
}
