import type { Location, Mismatch } from '@/api';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { type KindOfMismatch, SHOWN } from '@/components/payments/useMismatches';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { businessDateAt, dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { payoutsPath, salesHistoryPath, transactionsPath } from '@/lib/paths';

const words = messages.mismatches;

interface MismatchSheetProps {
  opened: boolean;
  kinds: readonly KindOfMismatch[];
  location: Location;
  onClose: () => void;
}

/** Mismatches by kind, each with its explanation and a link. */
export function MismatchSheet({ opened, kinds, location, onClose }: MismatchSheetProps) {
  return (
    <BottomSheet opened={opened} onClose={onClose} title={words.title}>
      {kinds.map(({ kind, rows, more }) => (
        <section key={kind} aria-label={words.kinds[kind].title}>
          <h3 className={entries.heading}>{words.kinds[kind].title}</h3>
          <p className={entries.hint}>{words.kinds[kind].what}</p>
          <ul className={entries.list} aria-label={words.kinds[kind].title}>
            {rows.map((row) => (
              <li key={row.payoutId ?? `${row.posCheckID}/${row.paymentIntentId}`}>
                <MismatchRow row={row} location={location} onClose={onClose} />
              </li>
            ))}
          </ul>
          {more && <p className={entries.hint}>{words.newest(formatCount(SHOWN))}</p>}
        </section>
      ))}
    </BottomSheet>
  );
}

interface MismatchRowProps extends Pick<MismatchSheetProps, 'location' | 'onClose'> {
  row: Mismatch;
}

function MismatchRow({ row, location, onClose }: MismatchRowProps) {
  const { at, amount, currency, expected } = row;
  const { name, path } = targetOf(row, location);
  const wall = wallTime(at, location.timeZone);
  return (
    <Entry
      to={path}
      onLeave={onClose}
      title={name}
      detail={`${formatDay(dateOf(wall))}, ${formatTime(wall)}`}
      further={expected !== null && words.expected(formatMinor(expected, currency))}
      value={formatMinor(amount, currency)}
    />
  );
}

/** Subject of a mismatch: the payout, else the payment, else the check. */
function targetOf(row: Mismatch, { posID, timeZone }: Location): { name: string; path: string } {
  const { kind, at, posCheckID, paymentIntentId, payoutId } = row;
  if (payoutId !== null) {
    return { name: words.payout, path: payoutsPath({ payout: payoutId, at }) };
  }
  if (kind === 'unknown_to_provider' && posCheckID !== null) {
    const day = businessDateAt(at, timeZone);
    const path = salesHistoryPath({ from: day, to: day, check: `${posID}/${posCheckID}` });
    return { name: words.check(posCheckID), path };
  }
  const path = transactionsPath(paymentIntentId === null ? {} : { payment: paymentIntentId });
  return { name: words.payment, path };
}
