import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText, type Location } from '@/api';
import { useMismatches } from '@/components/payments/useMismatches';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { useOnline } from '@/state/network/useOnline';
import classes from '../Money.module.css';
import { MismatchSheet } from './MismatchSheet';

const words = messages.mismatches;

/** A row that opens the list of mismatches, if there are any. */
export function MismatchNote({ location }: { location: Location }) {
  const { kinds, count, more, failed, error, retry } = useMismatches(location.posID);
  const online = useOnline();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (count === 0) {
    return failed && online ? (
      <Note
        text={failureText(error, words.failed)}
        action={messages.widgets.retry}
        onClick={retry}
      />
    ) : null;
  }
  const text = count === 1 ? words.one : words.many(`${formatCount(count)}${more ? '+' : ''}`);
  return (
    <>
      <Note text={text} onClick={() => setOpened(true)} />
      <MismatchSheet opened={opened} kinds={kinds} location={location} onClose={close} />
    </>
  );
}

interface NoteProps {
  text: string;
  /** Label of the action, if a tap does not open a list. */
  action?: string;
  onClick: () => void;
}

function Note({ text, action, onClick }: NoteProps) {
  return (
    <UnstyledButton
      className={classes.note}
      onClick={onClick}
      aria-haspopup={action === undefined ? 'dialog' : undefined}
    >
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.noteText}>{text}</span>
      {action ?? <IconChevronRight size={18} aria-hidden />}
    </UnstyledButton>
  );
}
