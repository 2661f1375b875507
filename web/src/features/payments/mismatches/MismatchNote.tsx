import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { failureText, type Location } from '@/api';
import { useOpenMismatches } from '@/components/payments/useMismatches';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { useOnline } from '@/state/network/useOnline';
import classes from '../Money.module.css';
import { MismatchSheet } from './MismatchSheet';

const words = messages.mismatches;

/** A row that says how much needs review, and opens the list of it. */
export function MismatchNote({ location }: { location: Location }) {
  const { open, failed, error, retry } = useOpenMismatches(location.posID);
  const online = useOnline();
  const [opened, setOpened] = useState(false);
  if (open === null) {
    if (!failed) return <Skeleton height="2.75rem" radius="md" />;
    return online ? (
      <Note
        text={failureText(error, words.failed)}
        action={messages.widgets.retry}
        onClick={retry}
      />
    ) : null;
  }
  const { count, sum } = open;
  const some = count === 1 ? words.one(sum) : words.many(formatCount(count), sum);
  return (
    <>
      <Note
        text={count === 0 ? words.none : some}
        quiet={count === 0}
        onClick={() => setOpened(true)}
      />
      <MismatchSheet opened={opened} location={location} onClose={() => setOpened(false)} />
    </>
  );
}

interface NoteProps {
  text: string;
  /** Nothing is to be done. */
  quiet?: boolean;
  /** Label of the action, if a tap does not open a list. */
  action?: ReactNode;
  onClick: () => void;
}

function Note({ text, quiet = false, action, onClick }: NoteProps) {
  const Glyph = quiet ? IconCircleCheck : IconAlertTriangle;
  return (
    <UnstyledButton
      className={classes.note}
      data-quiet={quiet || undefined}
      onClick={onClick}
      aria-haspopup={action === undefined ? 'dialog' : undefined}
    >
      <Glyph size={18} aria-hidden />
      <span className={classes.noteText}>{text}</span>
      {action ?? <IconChevronRight size={18} aria-hidden />}
    </UnstyledButton>
  );
}
