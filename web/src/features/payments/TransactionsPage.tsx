import { useCallback, useMemo, useState } from 'react';
import type { Location } from '@/api';
import { DateFilter } from '@/components/date-filter';
import { Columns } from '@/components/details/Columns';
import { useAddress } from '@/components/navigation/useAddress';
import { useWide } from '@/components/navigation/useWide';
import { AsOf } from '@/components/payments/AsOf';
import { addDays, type DateRange, dateOf, dayRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { spanFrom } from '@/lib/paths';
import { useSignedIn } from '@/state/hooks';
import classes from './Money.module.css';
import { MoneyPage } from './MoneyPage';
import { MismatchNote } from './mismatches/MismatchNote';
import { PaymentPane, PaymentSheet } from './transactions/PaymentDetails';
import { PaymentList } from './transactions/PaymentList';
import { PaymentTask, type Task } from './transactions/PaymentTask';
import { type PaymentSearch, searchOf, useAsOfPayments } from './transactions/paymentPages';
import { chargeOf, useSoughtPayment } from './transactions/useSoughtPayment';

/** Days that are shown at first. */
const FIRST_WINDOW = 3;
/** Days that 'Show earlier days' adds. */
const EARLIER = 28;

/** An address that names no charge. */
const noCharge = { charge: null, at: null };

/** /stripe-transactions: the card payments of one location, the last three days at first. */
export function Component() {
  return (
    <MoneyPage title={messages.tiles.stripeTransactions}>
      {(location) => <Transactions key={location.posID} location={location} />}
    </MoneyPage>
  );
}

function Transactions({ location }: { location: Location }) {
  const { posID, timeZone } = location;
  const today = dateOf(location.businessDate);
  const signedIn = useSignedIn();
  const wide = useWide();
  const { params, put } = useAddress();
  const { from, to } = spanFrom(params);
  const range = useMemo(() => {
    const start = from ?? addDays(to ?? today, 1 - FIRST_WINDOW);
    return dayRange(start, to ?? today, today);
  }, [from, to, today]);
  const search = useMemo(() => searchOf({ posID, timeZone }, range), [posID, timeZone, range]);
  const payment = params.get('payment');
  const charge = useMemo(() => (payment === null ? chargeOf(params) : null), [params, payment]);
  const [task, setTask] = useState<Task | null>(null);

  const setRange = useCallback(
    ({ startDate, endDate }: DateRange) =>
      put({ from: dateOf(startDate), to: dateOf(endDate), payment: null, ...noCharge }),
    [put],
  );
  const open = useCallback((id: string | null) => put({ payment: id, ...noCharge }), [put]);
  const sought = useSoughtPayment(posID, charge, open);
  const close = useCallback(() => open(null), [open]);
  const earlier = useCallback(
    () => put({ from: addDays(range.startDate, -EARLIER) }),
    [put, range.startDate],
  );
  const endTask = useCallback(() => setTask(null), []);
  if (!signedIn) {
    return null;
  }
  return (
    <>
      <DateFilter value={range} today={today} onChange={setRange} />
      <Newest search={search} />
      <MismatchNote location={location} />
      <Columns wide={wide} className={classes.columns}>
        <PaymentList search={search} opened={payment} onOpen={open} onEarlier={earlier} />
        {wide && <PaymentPane location={location} id={payment} sought={sought} onTask={setTask} />}
      </Columns>
      {!wide && (
        <PaymentSheet
          location={location}
          id={payment}
          sought={sought}
          covered={task !== null}
          onClose={close}
          onTask={setTask}
        />
      )}
      {payment !== null && (
        <PaymentTask key={payment} location={location} id={payment} task={task} onClose={endTask} />
      )}
    </>
  );
}

function Newest({ search }: { search: PaymentSearch }) {
  return <AsOf seconds={useAsOfPayments(search)} />;
}
