import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Location, Payout, PayoutSums } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { CopyValue } from '@/components/buttons/CopyValue';
import entries from '@/components/details/Entries.module.css';
import { type Attribute, AttributeList } from '@/components/list/AttributeList';
import { Figures } from '@/components/payments/Figures';
import {
  addsUp,
  hasFailed,
  isDebit,
  payoutBadgeOf,
  payoutMessageOf,
  wasStopped,
} from '@/components/payments/payoutWords';
import { isOthers, processorOf } from '@/components/payments/processor';
import { dateOf, formatDay, formatTime, utcDate, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import classes from '../Money.module.css';
import { PayoutTransactions, payoutTransactions } from './PayoutTransactions';

const words = messages.payoutSheet;

interface PayoutContentsProps {
  payout: Payout;
  location: Location;
}

/** Amount, state, sums and transactions of a payout. */
export function PayoutContents({ payout, location }: PayoutContentsProps) {
  const { posID, timeZone } = location;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the sheet from here.
    <section aria-label={words.title} tabIndex={0}>
      <div className={classes.top}>
        <p className={classes.big}>{formatMinor(payout.amount, payout.currency)}</p>
        <StatusBadge {...payoutBadgeOf(payout)} />
      </div>
      <p className={`${classes.message} ${hasFailed(payout) ? classes.failure : ''}`}>
        {payoutMessageOf(payout)}
      </p>
      {payout.automatic && <Sums payout={payout} posID={posID} />}
      <AttributeList plain attributes={attributesOf(payout, timeZone)} />
      {payout.automatic ? (
        <PayoutTransactions payout={payout} location={location} />
      ) : (
        <p className={entries.hint}>{words.manual(processorOf(payout.saffron))}</p>
      )}
    </section>
  );
}

/** Sums before the transactions of a payout are read. */
const unread = { amount: 0, fee: 0, net: 0 };

/** Gross, fees and net of the transactions, and whether the net is the payout's amount. */
function Sums({ payout, posID }: { payout: Payout; posID: string }) {
  const filter = { id: payout.id, posId: posID };
  const first = payoutTransactions.useFirst(filter);
  const { failed, rows = [] } = payoutTransactions.usePage(filter);
  const sums = first?.sums;
  if (failed || sums?.count === 0) {
    return null;
  }
  const { currency } = payout;
  if (rows.some((row) => row.currency !== currency)) {
    return <p className={entries.hint}>{words.otherCurrencies}</p>;
  }
  const { amount, fee, net } = sums ?? unread;
  const parts = (
    <>
      <Figures
        label={words.summary}
        rows={[
          { label: words.gross, minor: amount, currency },
          { label: words.fees, minor: -fee, currency },
          { label: words.net, minor: net, currency },
        ]}
      />
      {sums ? <Verdict payout={payout} sums={sums} /> : <Matches />}
    </>
  );
  return (
    <>
      <h3 className={entries.heading}>{words.summary}</h3>
      {sums ? parts : <Skeleton aria-hidden>{parts}</Skeleton>}
    </>
  );
}

function Verdict({ payout, sums }: { payout: Payout; sums: PayoutSums }) {
  return addsUp(payout, sums) ? (
    <Matches />
  ) : (
    <p className={classes.verdict} data-wrong>
      <IconAlertTriangle size={18} aria-hidden />
      {words.doesNotMatch(
        formatMinor(sums.net, payout.currency),
        formatMinor(payout.amount, payout.currency),
      )}
    </p>
  );
}

function Matches() {
  return (
    <p className={classes.verdict}>
      <IconCircleCheck size={18} aria-hidden />
      {words.matches}
    </p>
  );
}

function attributesOf(payout: Payout, timeZone: string): Attribute[] {
  const { arrival_date, created, id, statement_descriptor: descriptor, saffron } = payout;
  const at = wallTime(created, timeZone);
  const debit = isDebit(payout);
  const over = debit ? words.taken : words.arrived;
  const coming = debit ? words.toBeTaken : words.arrives;
  return [
    {
      label: wasStopped(payout)
        ? words.wasToArrive
        : saffron.state === 'PAYOUT_PAID'
          ? over
          : coming,
      value: formatDay(utcDate(arrival_date)),
    },
    {
      label: debit ? words.requested : words.created,
      value: `${formatDay(dateOf(at))}, ${formatTime(at)}`,
    },
    ...(descriptor ? [{ label: words.descriptor, value: descriptor }] : []),
    ...(isOthers(saffron)
      ? [
          {
            label: messages.moneyTab.processor,
            value: processorOf(saffron),
            hint: messages.moneyTab.processorHint,
          },
        ]
      : []),
    { label: words.id, value: <CopyValue value={id} /> },
  ];
}
