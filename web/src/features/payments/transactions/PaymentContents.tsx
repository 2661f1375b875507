import { Anchor, Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Dispute, Location, PaymentIntentDetail } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { CopyValue } from '@/components/buttons/CopyValue';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { type Attribute, AttributeList } from '@/components/list/AttributeList';
import { Figures } from '@/components/payments/Figures';
import {
  amountOf,
  badgeOf,
  cardOf,
  descriptionOf,
  isUncaptured,
  messageOf,
  movesOf,
  nameFor,
  paymentFailed,
  textFor,
  wasTaken,
} from '@/components/payments/paymentWords';
import { isOthers, processorOf } from '@/components/payments/processor';
import { businessDateAt, dateOf, formatDay, formatTime, utcDate, wallTime } from '@/lib/dates';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { payoutsPath, salesHistoryPath } from '@/lib/paths';
import classes from '../Money.module.css';
import type { Task } from './PaymentTask';
import { RefundList } from './RefundList';

const words = messages.paymentSheet;
const { dispute: disputeWords, disputeReason } = messages.providerWords;

interface PaymentContentsProps {
  payment: PaymentIntentDetail;
  location: Location;
  onTask: (task: Task) => void;
}

/** Amount, state and money of a payment, and its check. */
export function PaymentContents({ payment, location, onTask }: PaymentContentsProps) {
  const { disputes, refunds, saffron } = payment;
  const moves = movesOf(payment);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the sheet from here.
    <section aria-label={words.title} tabIndex={0}>
      <div className={classes.top}>
        <p className={classes.big}>{formatMinor(amountOf(payment), payment.currency)}</p>
        <StatusBadge {...badgeOf(payment)} />
        {disputes.length > 0 && <StatusBadge kind="danger" label={messages.paymentList.disputed} />}
      </div>
      <p className={`${classes.message} ${paymentFailed(payment) ? classes.failure : ''}`}>
        {messageOf(payment)}
      </p>
      {isUncaptured(payment) &&
        (isOthers(saffron) ? (
          <p className={entries.hint}>{words.heldAt(processorOf(saffron))}</p>
        ) : (
          <>
            <p className={entries.hint}>{words.held}</p>
            <Actions onTask={onTask} />
          </>
        ))}
      {moves.length > 0 && (
        <Section title={words.money}>
          <Figures label={words.money} rows={moves} />
        </Section>
      )}
      {disputes.length > 0 && (
        <Section title={disputes.length > 1 ? words.disputes : words.dispute}>
          <p className={entries.hint}>{words.disputeHint}</p>
          <ul
            className={entries.list}
            aria-label={disputes.length > 1 ? words.disputes : words.dispute}
          >
            {disputes.map((dispute) => (
              <DisputeEntry
                key={dispute.id}
                dispute={dispute}
                processor={processorOf(saffron)}
                timeZone={location.timeZone}
              />
            ))}
          </ul>
        </Section>
      )}
      {refunds.length > 0 && (
        <Section title={words.refunds}>
          <RefundList refunds={refunds} timeZone={location.timeZone} />
        </Section>
      )}
      <AttributeList plain attributes={attributesOf(payment, location)} />
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Title order={3} className={entries.heading}>
        {title}
      </Title>
      {children}
    </>
  );
}

function Actions({ onTask }: { onTask: (task: Task) => void }) {
  return (
    <div className={classes.actions}>
      <Button onClick={() => onTask('capture')}>{words.capture}</Button>
      <Button variant="default" onClick={() => onTask('cancel')}>
        {words.cancel}
      </Button>
    </div>
  );
}

interface DisputeEntryProps {
  dispute: Dispute;
  processor: string;
  timeZone: string;
}

function DisputeEntry({ dispute, processor, timeZone }: DisputeEntryProps) {
  const dueBy = dispute.evidence_details?.due_by ?? null;
  const open = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response';
  const at = wallTime(dispute.created, timeZone);
  const won = dispute.status === 'won' || dispute.status === 'prevented';
  return (
    <li>
      <Entry
        title={
          <StatusBadge
            kind={won ? 'success' : 'danger'}
            label={textFor(disputeWords, dispute.status)}
          />
        }
        detail={nameFor(disputeReason, dispute.reason)}
        further={`${formatDay(dateOf(at))}, ${formatTime(at)}`}
        value={formatMinor(dispute.amount, dispute.currency)}
      >
        {open && dueBy !== null && (
          <span className={classes.due}>
            {words.answerBy(processor, formatDay(dateOf(wallTime(dueBy, timeZone))))}
          </span>
        )}
      </Entry>
    </li>
  );
}

/** Attributes of a payment beside money. */
function attributesOf(payment: PaymentIntentDetail, location: Location): Attribute[] {
  const { posID, timeZone } = location;
  const { created, id, payout, saffron } = payment;
  const note = descriptionOf(payment);
  const at = wallTime(created, timeZone);
  const day = businessDateAt(created, location);
  const card = cardOf(payment);
  const check = saffron.posCheckID;
  const checkPath = salesHistoryPath({ from: day, to: day, check: `${posID}/${check}` });
  return [
    { label: words.when, value: `${formatDay(dateOf(at))}, ${formatTime(at)}` },
    ...(card === null ? [] : [{ label: words.card, value: card }]),
    {
      label: words.check,
      value:
        check === null ? (
          words.noCheck
        ) : (
          <Anchor component={Link} to={checkPath}>
            #{checkNumber(check)}
          </Anchor>
        ),
    },
    ...(payout === null && !wasTaken(payment)
      ? []
      : [
          {
            label: words.payout,
            value:
              payout === null ? (
                // A POS may send payments of a processor without its payouts.
                isOthers(saffron) ? (
                  words.noPayout
                ) : (
                  words.notPaidOut
                )
              ) : (
                <Anchor
                  component={Link}
                  to={payoutsPath({ payout: payout.id, at: payout.created })}
                >
                  {words.payoutOf(formatDay(utcDate(payout.arrival_date)))}
                </Anchor>
              ),
          },
        ]),
    ...(note === null ? [] : [{ label: words.note, value: note }]),
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
