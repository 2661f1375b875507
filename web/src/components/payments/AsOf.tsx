import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { messages } from '@/lib/messages';
import classes from './AsOf.module.css';
import { asOfText, isOld } from './asOfWords';

/** Milliseconds between two readings of the clock. */
const CHECK_EVERY_MS = 30_000;

interface AsOfProps {
  seconds: number | null | undefined;
  /** The POS sends what is shown only when something happens: its age says nothing. */
  atRest?: boolean;
}

/** Time up to which the card provider was read, with a warning if that is long ago. */
export function AsOf({ seconds, atRest = false }: AsOfProps) {
  const now = useNow();
  const { notRead, stale } = messages.moneyTab;
  if (seconds === undefined) {
    return <p className={classes.asOf}>&nbsp;</p>;
  }
  if (seconds !== null && (atRest || !isOld(seconds, now))) {
    return <p className={classes.asOf}>{asOfText(seconds, now)}</p>;
  }
  return (
    <p className={classes.asOf} data-old role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{seconds === null ? notRead : `${asOfText(seconds, now)}. ${stale}`}</span>
    </p>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
