import { IconAlertTriangle } from '@tabler/icons-react';
import type { CheckDetail, CheckItem } from '@/api';
import { messages } from '@/lib/messages';
import classes from './CheckExceptions.module.css';
import { adviceOn } from './exceptionAdvice';
import { exceptionsOf } from './exceptionWords';

interface CheckExceptionsProps {
  check: CheckDetail;
  items: readonly CheckItem[];
}

/** What is wrong with a check, each with what to do about it; nothing of a check that adds up. */
export function CheckExceptions({ check, items }: CheckExceptionsProps) {
  const exceptions = exceptionsOf(check);
  if (exceptions.length === 0) {
    return null;
  }
  return (
    <ul className={classes.list} aria-label={messages.exceptions.filter}>
      {exceptions.map(({ code, text }) => (
        <li key={code} className={classes.exception}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <span className={classes.text}>{text}</span>{' '}
            <span className={classes.advice}>{adviceOn(code, check, items)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
