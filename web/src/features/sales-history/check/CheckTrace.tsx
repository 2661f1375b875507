import { Anchor, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  type BalanceTransaction,
  type CheckPayment,
  type CheckSummary,
  failureText,
  type PaymentIntent,
  type Payout,
  type CheckTrace as TracedMoney,
  type TracedPayment,
  useTraceCheckQuery,
} from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { CopyValue } from '@/components/buttons/CopyValue';
import { isCard } from '@/components/checks/checkWords';
import { Entry } from '@/components/details/Entry';
import { AsOf } from '@/components/payments/AsOf';
import { Figures } from '@/components/payments/Figures';
import {
  amountOf,
  badgeOf,
  cardOf,
  messageOf,
  movesOf,
  wasTaken,
} from '@/components/payments/paymentWords';
import {
  isDebit,
  payoutBadgeOf,
  payoutMessageOf,
  wasStopped,
} from '@/components/payments/payoutWords';
import { isOthers } from '@/components/payments/processor';
import { formatDay, utcDate, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCents, formatMinor } from '@/lib/money';
import { payoutsPath, transactionsPath } from '@/lib/paths';
import { useLocations } from '@/state/hooks';
import { useOnline } from '@/state/network/useOnline';
import contents from './CheckContents.module.css';
import classes from './CheckTrace.module.css';

const words = messages.cardTrace;

/** Most seconds from the end of a check until the card provider lists its payments. */
const MAX_DELAY_S = 3_600;

type TracedCheck = Pick<CheckSummary, 'posID' | 'posCheckID' | 'businessDate' | 'closeTime'>;

/** Whether a payment can be traced: one of another processor is found by its id only. */
export function isTraced(payment: CheckPayment): boolean {
  return isOthers(payment) ? Boolean(payment.paymentID) : isCard(payment.type);
}

interface CheckTraceProps {
  check: TracedCheck;
  /** Payments of the check, as the POS sent them. */
  paid: readonly CheckPayment[];
}

/** The card payments of a check: charge, fee, net amount and payout of each. */
export function CheckTrace({ check, paid }: CheckTraceProps) {
  const { posID, posCheckID } = check;
  const query = useTraceCheckQuery(
    { posId: posID, posCheckId: posCheckID },
    { refetchOnReconnect: true },
  );
  const online = useOnline();
  const currentData = query.currentData && withoutUnreported(query.currentData, paid);
  if (currentData === undefined && query.isError && !online) return null;
  const cards = paid.filter((one) => isTraced(one) && !isOthers(one)).length;
  // Other processors' payments take no room before they are known.
  if (cards === 0 && (currentData ? currentData.payments.length === 0 : !query.isError)) {
    return null;
  }
  return (
    <>
      <h3 className={contents.heading}>{words.title}</h3>
      <Trace query={{ ...query, currentData }} check={check} cards={cards} />
    </>
  );
}

/**
 * Without payments of other processors that are not reported: a POS need not report them. Their ids begin with the
 * letters and digits of the processor's name, and a hyphen.
 */
function withoutUnreported(trace: TracedMoney, paid: readonly CheckPayment[]): TracedMoney {
  const prefixes = paid.flatMap(({ processor }) =>
    processor ? `${processor.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}-` : [],
  );
  const isReported = ({ paymentIntent, paymentIntentId }: TracedPayment) =>
    paymentIntent !== null || !prefixes.some((prefix) => paymentIntentId.startsWith(prefix));
  return { ...trace, payments: trace.payments.filter(isReported) };
}

interface TraceProps {
  check: TracedCheck;
  /** Number of payments that the till calls a card of the location's own account. */
  cards: number;
  query: {
    currentData?: TracedMoney | undefined;
    isError: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
}

function Trace({ query, check, cards }: TraceProps) {
  const { businessDate } = check;
  const { currentData, isError, error, refetch } = query;
  if (currentData === undefined) {
    return isError ? (
      <Failed error={error} onRetry={() => void refetch()} />
    ) : (
      <TraceSkeleton cards={cards} />
    );
  }
  const { payments, asOf } = currentData;
  const own = payments.filter(({ paymentIntent }) => !isOthers(paymentIntent?.saffron ?? {}));
  return (
    <>
      <ul className={classes.list} aria-label={words.title}>
        {payments.map((payment, index) => (
          // A check may name a payment twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is the till's.
          <li key={`${payment.paymentIntentId}-${index}`} className={classes.payment}>
            <Traced payment={payment} check={check} asOf={asOf} />
          </li>
        ))}
        {own.length < cards && (
          <li className={classes.payment}>
            <p className={classes.hint}>{words.notLinked}</p>
            <Anchor
              component={Link}
              className={classes.look}
              to={transactionsPath({ from: businessDate, to: businessDate })}
            >
              {words.transactions}
            </Anchor>
          </li>
        )}
      </ul>
      <AsOf seconds={asOf} atRest={cards === 0 && own.length === 0} />
    </>
  );
}

function TraceSkeleton({ cards }: Pick<TraceProps, 'cards'>) {
  return (
    <div className={classes.keeping} role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      {Array.from({ length: cards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={index} height="13.5rem" />
      ))}
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      {failureText(error, words.failed)}
      <Button variant="default" onClick={onRetry}>
        {messages.widgets.retry}
      </Button>
    </div>
  );
}

interface TracedProps {
  payment: TracedPayment;
  check: TracedCheck;
  /** Time up to which the card provider was read, in seconds since 1970; null: not yet. */
  asOf: number | null;
}

function Traced({ payment, check, asOf }: TracedProps) {
  const { amount, paymentIntent: intent, balanceTransaction, payout } = payment;
  if (intent === null) {
    return <Unknown payment={payment} check={check} asOf={asOf} />;
  }
  const card = cardOf(intent) ?? words.payment;
  const title = (
    <>
      {card} <Badges intent={intent} />
    </>
  );
  const { businessDate } = check;
  if (amount < 0) {
    // Charge, fee and payout are shown at the refunded check.
    return (
      <Entry
        to={transactionsPath({ payment: intent.id })}
        title={title}
        detail={words.refunded}
        value={formatCents(amount)}
      />
    );
  }
  const moves = movesOf(intent);
  const difference = differenceOf(amount, intent);
  return (
    <>
      <Entry
        to={transactionsPath({ payment: intent.id, from: businessDate, to: businessDate })}
        title={title}
        detail={messageOf(intent)}
        {...(moves.length === 0 && { value: formatCents(amount) })}
      />
      {difference !== null && (
        <p className={classes.caution}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{difference}</span>
        </p>
      )}
      {moves.length > 0 && <Figures label={card} rows={moves} />}
      {payout !== null && <PayoutEntry payout={payout} />}
      {payout === null && moves.length > 0 && (
        <p className={classes.hint}>{unpaidText(intent, balanceTransaction)}</p>
      )}
    </>
  );
}

/** A POS may report payments of a processor without its payouts, and no day of a payout to come. */
function unpaidText(intent: PaymentIntent, transaction: BalanceTransaction | null): string {
  if (isOthers(intent.saffron)) return words.noPayout;
  return transaction === null
    ? words.notPaidOut
    : words.notBefore(formatDay(utcDate(transaction.available_on)));
}

/** How far the charge is from the amount on the check, in cents; `null` if they agree or nothing was taken. */
function differenceOf(amount: number, intent: PaymentIntent): string | null {
  if (!wasTaken(intent)) return null;
  const minor = amountOf(intent);
  const posAmount = formatCents(amount);
  const charged = formatMinor(minor, intent.currency);
  // Tills use dollars.
  if (intent.currency !== 'usd') return words.otherCurrency(posAmount, charged);
  if (minor === amount) return null;
  const difference = formatCents(Math.abs(minor - amount));
  return minor > amount
    ? words.chargedMore(difference, charged, posAmount)
    : words.chargedLess(difference, charged, posAmount);
}

function Badges({ intent }: { intent: PaymentIntent }) {
  return (
    <>
      <StatusBadge {...badgeOf(intent)} />
      {intent.latest_charge?.disputed && (
        <StatusBadge kind="danger" label={messages.paymentList.disputed} />
      )}
    </>
  );
}

/** Amount charged at the till. */
function Unknown({ payment: { amount, paymentIntentId }, check, asOf }: TracedProps) {
  const { list } = useLocations();
  const zone = list.find(({ posID }) => posID === check.posID)?.timeZone;
  const late =
    asOf !== null && zone !== undefined && wallTime(asOf - MAX_DELAY_S, zone) >= check.closeTime;
  if (!late) {
    return (
      <>
        <Entry title={words.payment} value={formatCents(amount)} />
        <p className={classes.hint}>{words.notReportedYet}</p>
      </>
    );
  }
  return (
    <>
      <Entry title={words.payment} value={formatCents(amount)} />
      <p className={classes.caution}>
        <IconAlertTriangle size={18} aria-hidden />
        <span>{words.notInStripe}</span>
      </p>
      <CopyValue value={paymentIntentId} />
    </>
  );
}

function PayoutEntry({ payout }: { payout: Payout }) {
  const { id, created, amount, currency, arrival_date, saffron } = payout;
  const day = formatDay(utcDate(arrival_date));
  const comes = saffron.state === 'PAYOUT_PAID' ? words.paid(day) : words.expected(day);
  return (
    <Entry
      to={payoutsPath({ payout: id, at: created })}
      title={
        <>
          {words.payout(formatMinor(amount, currency))} <StatusBadge {...payoutBadgeOf(payout)} />
        </>
      }
      detail={wasStopped(payout) || isDebit(payout) ? payoutMessageOf(payout) : comes}
    />
  );
}
