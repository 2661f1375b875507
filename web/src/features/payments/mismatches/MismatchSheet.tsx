import { useMemo, useState } from 'react';
import type { Location, Mismatch } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Chips } from '@/components/chips/Chips';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { FileRow } from '@/components/export/FileRow';
import {
  type MismatchFilter,
  mismatchPages,
  useOpenMismatches,
} from '@/components/payments/useMismatches';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import classes from '../Money.module.css';
import { differenceOf } from './difference';
import { MismatchDetails, timeOf } from './MismatchDetails';
import { subjectsOf } from './subjects';

const words = messages.mismatches;
const states = ['open', 'resolved', 'all'] as const;

interface MismatchSheetProps {
  opened: boolean;
  location: Location;
  onClose: () => void;
}

/** What needs review, newest first; an entry opens its details. */
export function MismatchSheet({ opened, location, onClose }: MismatchSheetProps) {
  const [state, setState] = useState<MismatchFilter['state']>('open');
  const [shown, setShown] = useState<Mismatch | null>(null);
  const { posID } = location;
  const file = useMemo(() => {
    const query = new URLSearchParams({ posID, ...(state !== 'all' && { state }) });
    return { url: `/payments/v1/reviews?${query}` };
  }, [posID, state]);
  return (
    <>
      <BottomSheet
        opened={opened}
        onClose={onClose}
        title={words.title}
        closeOnEscape={shown === null}
      >
        <OpenSum posID={location.posID} />
        <FileRow request={file} name="needs-review.csv">
          <Chips
            label={words.filter}
            values={states}
            names={words.states}
            value={state}
            onChange={setState}
          />
        </FileRow>
        <PagedEntries
          key={state}
          label={words.title}
          source={mismatchPages}
          filter={{ posID: location.posID, state }}
          render={(row) => (
            <MismatchRow row={row} location={location} onOpen={() => setShown(row)} />
          )}
          none={
            state === 'resolved' ? (
              words.noneResolved
            ) : (
              <EmptySection text={words.none} next={words.noneNext} />
            )
          }
        />
      </BottomSheet>
      <MismatchDetails
        mismatch={shown}
        location={location}
        onClose={() => setShown(null)}
        onLeave={onClose}
      />
    </>
  );
}

function OpenSum({ posID }: { posID: string }) {
  const { open } = useOpenMismatches(posID);
  return open && open.count > 0 ? (
    <p className={classes.big}>{words.open(formatCount(open.count), open.sum)}</p>
  ) : null;
}

interface MismatchRowProps {
  row: Mismatch;
  location: Location;
  onOpen: () => void;
}

function MismatchRow({ row, location, onOpen }: MismatchRowProps) {
  const { kind, at, amount, currency, state } = row;
  return (
    <Entry
      title={
        <>
          <span>{subjectsOf(row, location)[0].name}</span>
          {state === 'resolved' && <StatusBadge kind="success" label={words.states.resolved} />}
        </>
      }
      detail={timeOf(at, location.timeZone)}
      further={differenceOf(row) ?? words.kinds[kind].title}
      value={formatMinor(amount, currency)}
      onOpen={onOpen}
    />
  );
}
