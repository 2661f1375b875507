import { useCallback, useMemo, useState } from 'react';
import type { Location } from '@/api';
import { DateFilter } from '@/components/date-filter';
import { Columns } from '@/components/details/Columns';
import { FileRow } from '@/components/export/FileRow';
import { FindLink } from '@/components/find/FindLink';
import { useAddress } from '@/components/navigation/useAddress';
import { AsOf } from '@/components/payments/AsOf';
import { areOthers } from '@/components/payments/processor';
import { addDays, type BusinessDate, type DateRange, dateOf, dayRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { spanFrom } from '@/lib/paths';
import { useSignedIn } from '@/state/hooks';
import classes from './Money.module.css';
import { MoneyPage } from './MoneyPage';
import { MismatchNote } from './mismatches/MismatchNote';
import { PaymentDetails } from './transactions/PaymentDetails';
import {
  type PaymentFilter,
  PaymentList,
  payments,
  paymentsFile,
  paymentsOf,
} from './transactions/PaymentList';
import { PaymentTask, type Task } from './transactions/PaymentTask';
import { chargeOf, usePaymentSearch } from './transactions/usePaymentSearch';

/** Days shown at first. */
const FIRST_WINDOW = 3;
/** Days added by 'Show earlier days'. */
const EARLIER = 28;

/** Removes the charge from the address. */
const noCharge = { charge: null, at: null };

/** /stripe-transactions: the card payments of one location, the last three days at first. */
export function Component() {
  return (
    <MoneyPage title={messages.moneyTab.transactions} filters={Filters}>
      {(location) => <Transactions key={location.posID} location={location} />}
    </MoneyPage>
  );
}

/** The dates of the list, from the address. */
function useDates(today: BusinessDate) {
  const { params, put } = useAddress();
  const { from, to } = spanFrom(params);
  const range = useMemo(() => {
    const start = from ?? addDays(to ?? today, 1 - FIRST_WINDOW);
    return dayRange(start, to ?? today, today);
  }, [from, to, today]);
  const setRange = useCallback(
    ({ startDate, endDate }: DateRange) =>
      put({ from: dateOf(startDate), to: dateOf(endDate), payment: null, ...noCharge }),
    [put],
  );
  return { range, setRange };
}

function Filters({ location }: { location: Location }) {
  const today = dateOf(location.businessDate);
  const { range, setRange } = useDates(today);
  return <DateFilter key={location.posID} value={range} today={today} onChange={setRange} />;
}

function Transactions({ location }: { location: Location }) {
  const { posID, timeZone, dayStarts } = location;
  const signedIn = useSignedIn();
  const { params, put, show } = useAddress();
  const { range } = useDates(dateOf(location.businessDate));
  const filter = useMemo(
    () => paymentsOf({ posID, timeZone, dayStarts }, range),
    [posID, timeZone, dayStarts, range],
  );
  const file = useMemo(() => paymentsFile(filter), [filter]);
  const payment = params.get('payment');
  const charge = useMemo(() => (payment === null ? chargeOf(params) : null), [params, payment]);
  const [task, setTask] = useState<Task | null>(null);

  const open = useCallback((id: string | null) => show({ payment: id, ...noCharge }), [show]);
  const search = usePaymentSearch(location, charge, open);
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
      <FileRow request={file} name="payments.csv">
        <FindLink />
      </FileRow>
      <ListAsOf filter={filter} />
      <MismatchNote location={location} />
      <Columns className={classes.columns}>
        <PaymentList filter={filter} opened={payment} onOpen={open} onEarlier={earlier} />
        <PaymentDetails
          location={location}
          id={payment}
          search={search}
          covered={task !== null}
          onClose={close}
          onTask={setTask}
        />
      </Columns>
      {payment !== null && (
        <PaymentTask key={payment} location={location} id={payment} task={task} onClose={endTask} />
      )}
    </>
  );
}

/** The time up to which the provider was read, from the first page. */
function ListAsOf({ filter }: { filter: PaymentFilter }) {
  const first = payments.useFirst(filter);
  return <AsOf seconds={first?.asOf} atRest={first && areOthers(first.data)} />;
}
