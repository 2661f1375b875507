import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Location, Mismatch } from '@/api';
import { Entry } from '@/components/details/Entry';
import { MessageField } from '@/components/form/MessageField';
import { processorOf } from '@/components/payments/processor';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import classes from '../Money.module.css';
import { differenceOf } from './difference';
import { subjectsOf } from './subjects';
import { useReview } from './useReview';

const words = messages.mismatches;

interface MismatchDetailsProps {
  /** `null`: closed. */
  mismatch: Mismatch | null;
  location: Location;
  onClose: () => void;
  /** Called as well when the page of a subject is opened. */
  onLeave: () => void;
}

/** A mismatch: what is wrong, where to look, and its review. */
export function MismatchDetails({ mismatch, location, onClose, onLeave }: MismatchDetailsProps) {
  return (
    <BottomSheet
      opened={mismatch !== null}
      onClose={onClose}
      title={mismatch === null ? '' : words.kinds[mismatch.kind].title}
      zIndex={secondSheet}
    >
      {mismatch && (
        <Contents
          key={mismatch.version}
          mismatch={mismatch}
          location={location}
          onClose={onClose}
          onLeave={() => {
            onClose();
            onLeave();
          }}
        />
      )}
    </BottomSheet>
  );
}

interface ContentsProps extends MismatchDetailsProps {
  mismatch: Mismatch;
}

function Contents({ mismatch, location, onClose, onLeave }: ContentsProps) {
  const { kind, at, amount, currency, expected, payoutId, state, review } = mismatch;
  const difference = differenceOf(mismatch);
  const subjects = subjectsOf(mismatch, location);
  const [note, setNote] = useState('');
  const { resolve, reopen, busy } = useReview(location.posID);
  const submit = async () => {
    await (state === 'open' ? resolve(mismatch, note) : reopen(mismatch));
    onClose();
  };
  return (
    <>
      <p className={classes.big}>{formatMinor(amount, currency)}</p>
      {difference !== null && <p className={classes.due}>{difference}.</p>}
      <p className={classes.message}>{words.kinds[kind].what(processorOf(mismatch))}</p>
      {subjects.map(({ name, to, value }, index) => (
        <Entry
          key={to}
          title={name}
          // The time is that of the last: of a check's payment, where both are shown.
          detail={index === subjects.length - 1 && timeOf(at, location.timeZone)}
          further={
            payoutId !== null &&
            expected !== null &&
            words.expected(formatMinor(expected, currency))
          }
          value={value}
          to={to}
          onLeave={onLeave}
        />
      ))}
      {review && (
        <p className={classes.message}>
          {reviewedBy(mismatch, timeOf(review.at, location.timeZone))}
          {review.note !== null && <q className={classes.quote}>{review.note}</q>}
        </p>
      )}
      {state === 'open' && (
        <MessageField
          label={words.note}
          hint={words.noteHint}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <div className={classes.actions}>
        <Button
          variant={state === 'open' ? 'filled' : 'default'}
          loading={busy}
          onClick={() => void submit()}
        >
          {state === 'open' ? words.resolve : words.reopen}
        </Button>
      </div>
    </>
  );
}

/** Day and time on the location's clock. */
export function timeOf(seconds: number, timeZone: string): string {
  const wall = wallTime(seconds, timeZone);
  return `${formatDay(dateOf(wall))}, ${formatTime(wall)}`;
}

function reviewedBy({ review, state }: Mismatch, time: string): string | null {
  if (review === null) return null;
  if (!review.resolved) return words.reopenedBy(review.by, time);
  return state === 'open' ? words.changedSince(review.by, time) : words.resolvedBy(review.by, time);
}
