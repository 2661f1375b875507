import entries from '@/components/details/Entries.module.css';
import { PagedEntries } from '@/components/details/PagedEntries';
import { usualOf } from '@/components/payments/processor';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { FoundCheckRow } from './FoundCheckRow';
import { FoundPaymentRow } from './FoundPaymentRow';
import { foundChecks, foundPayments, type PaymentFilter } from './found';
import { NearestNote } from './NearestNote';

const words = messages.find;

/** Payments in a status. A check has none. */
export function PaymentResults({ q, status }: PaymentFilter) {
  const usual = usualOf(foundPayments.usePage({ q, status }).rows);
  return (
    <section aria-label={words.payments}>
      <h2 className={entries.heading}>{words.payments}</h2>
      <PagedEntries
        key={`${status} ${q}`}
        label={words.payments}
        source={foundPayments}
        filter={{ q, status }}
        render={(payment) => <FoundPaymentRow payment={payment} usual={usual} />}
        none={words.noPayments}
      />
    </section>
  );
}

/** Payments and checks; the nearest ones stand only where neither has what was typed. */
export function AllResults({ q }: { q: string }) {
  // Together: those that come later would push the others down.
  const parts = [foundPayments.usePage({ q, status: 'any' }), foundChecks.usePage({ search: q })];
  const payments = foundPayments.useFirst({ q, status: 'any' });
  const checks = foundChecks.useFirst({ search: q })?.body;
  const isFound = payments?.nearest === false && payments.data.length > 0;
  const isCheckFound = checks?.nearest === false && checks.checkReportList.length > 0;
  if (parts.some(({ rows, failed }) => rows === undefined && !failed)) {
    return <ListSkeleton />;
  }
  return (
    <>
      {!isFound && !isCheckFound && <NearestNote q={q} payments={payments} checks={checks} />}
      {payments?.nearest && isCheckFound ? null : <PaymentResults q={q} status="any" />}
      {checks?.nearest && isFound ? null : (
        <section aria-label={words.checks}>
          <h2 className={entries.heading}>{words.checks}</h2>
          <PagedEntries
            key={q}
            label={words.checks}
            source={foundChecks}
            filter={{ search: q }}
            render={(check) => <FoundCheckRow check={check} />}
            none={words.noChecks}
          />
        </section>
      )}
    </>
  );
}
