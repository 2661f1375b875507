import { Anchor, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  type CheckSummary,
  type PaymentIntent,
  type Payout,
  type TracedPayment,
  useTraceCheckQuery,
} from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { CopyValue } from '@/components/buttons/CopyValue';
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
import { payoutBadgeOf, payoutMessageOf, wasStopped } from '@/components/payments/payoutWords';
import { formatDay, utcDate, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCents } from '@/lib/money';
import { payoutsPath, transactionsPath } from '@/lib/paths';
import { useLocations } from '@/state/hooks';
import contents from './CheckContents.module.css';
import classes from './CheckTrace.module.css';

const words = messages.cardTrace;

/** Seconds that the card provider may take to know a payment after its check was closed. */
const KNOWN_WITHIN = 3_600;

type TracedCheck = Pick<CheckSummary, 'posID' | 'posCheckID' | 'businessDate' | 'closeTime'>;

interface CheckTraceProps {
  check: TracedCheck;
  /** How many payments the till calls a card: their place is kept. */
  cards: number;
}

/** What became of the card payments of a check: charge, fee, net amount and payout of each. */
export function CheckTrace({ check, cards }: CheckTraceProps) {
  return (
    <>
      <h3 className={contents.heading}>{words.title}</h3>
      <Trace check={check} cards={cards} />
    </>
  );
}

function Trace({ check, cards }: CheckTraceProps) {
  const { posID, posCheckID, businessDate } = check;
  const { currentData, isError, refetch } = useTraceCheckQuery(
    { posId: posID, posCheckId: posCheckID },
    { refetchOnReconnect: true },
  );
  if (currentData === undefined) {
    return isError ? <Failed onRetry={() => void refetch()} /> : <Keeping cards={cards} />;
  }
  const { payments, asOf } = currentData;
  return (
    <>
      <ul className={classes.list} aria-label={words.title}>
        {payments.map((payment, index) => (
          // A check may name a payment twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is the till's.
          <li key={`${payment.paymentIntentId}-${index}`} className={classes.entry}>
            <Traced payment={payment} check={check} asOf={asOf} />
          </li>
        ))}
        {payments.length < cards && (
          <li className={classes.entry}>
            <p className={classes.hint}>{words.untold}</p>
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
      <AsOf seconds={asOf} />
    </>
  );
}

function Keeping({ cards }: Pick<CheckTraceProps, 'cards'>) {
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

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      {words.failed}
      <Button variant="default" onClick={onRetry}>
        {messages.widgets.retry}
      </Button>
    </div>
  );
}

interface TracedProps {
  payment: TracedPayment;
  check: TracedCheck;
  /** Up to when the card provider was read, seconds since 1970; null: not yet. */
  asOf: number | null;
}

function Traced({ payment, check, asOf }: TracedProps) {
  const { amount, paymentIntent: intent, balanceTransaction, payout } = payment;
  if (intent === null) {
    return <Unknown payment={payment} check={check} asOf={asOf} />;
  }
  const title = cardOf(intent) ?? words.payment;
  const { businessDate } = check;
  if (amount < 0) {
    // Charge, fee and payout are told by the check that was refunded.
    return (
      <Step
        to={transactionsPath({ payment: intent.id })}
        title={title}
        badge={<Badges intent={intent} />}
        detail={words.givenBack}
        amount={formatCents(amount)}
      />
    );
  }
  const moves = movesOf(intent);
  const charged = amountOf(intent);
  return (
    <>
      <Step
        to={transactionsPath({ payment: intent.id, from: businessDate, to: businessDate })}
        title={title}
        badge={<Badges intent={intent} />}
        detail={messageOf(intent)}
        {...(moves.length === 0 && { amount: formatCents(amount) })}
      />
      {wasTaken(intent) && charged !== amount && (
        <p className={classes.caution}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{words.differs(formatCents(amount), formatCents(charged))}</span>
        </p>
      )}
      {moves.length > 0 && <Figures label={title} rows={moves} />}
      {payout !== null && <PayoutStep payout={payout} />}
      {payout === null && moves.length > 0 && (
        <p className={classes.hint}>
          {balanceTransaction === null
            ? words.notPaidOut
            : words.notBefore(formatDay(utcDate(balanceTransaction.available_on)))}
        </p>
      )}
    </>
  );
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

/** Charged at the till, and nowhere else. */
function Unknown({ payment: { amount, paymentIntentId }, check, asOf }: TracedProps) {
  const { list } = useLocations();
  const zone = list.find(({ posID }) => posID === check.posID)?.timeZone;
  const late =
    asOf !== null && zone !== undefined && wallTime(asOf - KNOWN_WITHIN, zone) >= check.closeTime;
  if (!late) {
    return (
      <>
        <TillPayment amount={amount} />
        <p className={classes.hint}>{words.unknownYet}</p>
      </>
    );
  }
  return (
    <>
      <TillPayment amount={amount} />
      <p className={classes.caution}>
        <IconAlertTriangle size={18} aria-hidden />
        <span>{words.unknown}</span>
      </p>
      <CopyValue value={paymentIntentId} />
    </>
  );
}

/** What the till says, where nobody else does. */
function TillPayment({ amount }: { amount: number }) {
  return (
    <div className={classes.step}>
      <span className={classes.text}>
        <span className={classes.title}>{words.payment}</span>
      </span>
      <span className={classes.side}>
        <span className={classes.amount}>{formatCents(amount)}</span>
      </span>
    </div>
  );
}

function PayoutStep({ payout }: { payout: Payout }) {
  const { id, created, amount, arrival_date, saffron } = payout;
  const day = formatDay(utcDate(arrival_date));
  const comes = saffron.state === 'PAYOUT_PAID' ? words.paid(day) : words.expected(day);
  return (
    <Step
      to={payoutsPath({ payout: id, at: created })}
      title={words.payout(formatCents(amount))}
      badge={<StatusBadge {...payoutBadgeOf(payout)} />}
      detail={wasStopped(payout) ? payoutMessageOf(payout) : comes}
    />
  );
}

interface StepProps {
  to: string;
  title: string;
  badge: ReactNode;
  detail: string;
  amount?: string;
}

/** A place where the money was, and the way to it. */
function Step({ to, title, badge, detail, amount }: StepProps) {
  return (
    <Link to={to} className={classes.step}>
      <span className={classes.text}>
        <span className={classes.title}>
          {title} {badge}
        </span>
        <span className={classes.detail}>{detail}</span>
      </span>
      <span className={classes.side}>
        {amount !== undefined && <span className={classes.amount}>{amount}</span>}
        <IconChevronRight size={16} className={classes.leads} aria-hidden />
      </span>
    </Link>
  );
}
