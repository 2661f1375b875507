import { Button, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type BalanceTransaction, useListPayoutTransactionsQuery } from '@/api';
import { transactionWord } from '@/components/payments/payoutWords';
import { Spinner } from '@/components/skeleton/Spinner';
import { businessDateAt, dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCents } from '@/lib/money';
import { transactionsPath } from '@/lib/paths';
import classes from '../Money.module.css';

/** Transactions a page. */
const PAGE_SIZE = 100;
/** How the provider's ids of charges begin. */
const CHARGE = /^(ch|py)_/;

const words = messages.payoutSheet;

/** What the first page is asked with. */
export function firstTransactions(posId: string, id: string) {
  return { id, posId, limit: PAGE_SIZE };
}

interface PayoutTransactionsProps {
  payoutId: string;
  posID: string;
  timeZone: string;
}

/** What is in a payout, newest first, more by hand. */
export function PayoutTransactions(props: PayoutTransactionsProps) {
  /** Where the pages after the first begin. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return (
    <>
      <Title order={3} className={classes.heading}>
        {words.transactions}
      </Title>
      {[undefined, ...cursors].map((cursor, index) => (
        <TransactionPage
          {...props}
          key={cursor ?? ''}
          cursor={cursor}
          last={index === cursors.length}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </>
  );
}

interface TransactionPageProps extends PayoutTransactionsProps {
  cursor: string | undefined;
  last: boolean;
  onMore: (cursor: string) => void;
}

function TransactionPage(props: TransactionPageProps) {
  const { payoutId, posID, timeZone, cursor, last, onMore } = props;
  const first = firstTransactions(posID, payoutId);
  const { data, isError, refetch } = useListPayoutTransactionsQuery(
    cursor === undefined ? first : { ...first, startingAfter: cursor },
  );
  if (data === undefined) {
    return (
      <div className={classes.end} role={isError ? 'alert' : 'status'}>
        {isError ? (
          <>
            {messages.views.failed}
            <Button variant="default" onClick={() => void refetch()}>
              {messages.widgets.retry}
            </Button>
          </>
        ) : (
          <Spinner size="sm" />
        )}
      </div>
    );
  }
  const next = data.has_more ? data.data.at(-1)?.id : undefined;
  if (data.data.length === 0 && cursor === undefined) {
    return <p className={classes.hint}>{words.noTransactions}</p>;
  }
  return (
    <>
      <ul className={classes.entries} aria-label={words.transactions}>
        {data.data.map((transaction) => (
          <Transaction key={transaction.id} transaction={transaction} timeZone={timeZone} />
        ))}
      </ul>
      {last && next !== undefined && (
        <div className={classes.end}>
          <Button variant="default" onClick={() => onMore(next)}>
            {messages.lists.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

interface TransactionProps {
  transaction: BalanceTransaction;
  timeZone: string;
}

function Transaction({ transaction, timeZone }: TransactionProps) {
  const { amount, created, fee, net } = transaction;
  const at = wallTime(created, timeZone);
  const path = paymentPath(transaction, timeZone);
  const content = (
    <>
      <span className={classes.entryText}>
        <span className={classes.entryTitle}>{transactionWord(transaction)}</span>
        <span className={classes.entryDetail}>
          {formatDay(dateOf(at))}, {formatTime(at)}
        </span>
        <span className={classes.entryDetail}>
          {words.parts(formatCents(amount), formatCents(fee))}
        </span>
      </span>
      <span className={classes.moved}>{formatCents(net)}</span>
      <span className={classes.leads}>
        {path !== null && <IconChevronRight size={16} aria-hidden />}
      </span>
    </>
  );
  return path === null ? (
    <li className={classes.entry}>{content}</li>
  ) : (
    <li>
      <Link to={path} className={classes.entry}>
        {content}
      </Link>
    </li>
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
