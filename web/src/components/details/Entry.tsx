import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RowText } from '../row/RowText';
import classes from './Entry.module.css';

interface EntryProps {
  title: ReactNode;
  /** Second line, muted. */
  detail?: ReactNode;
  /** Third line, muted. */
  further?: ReactNode;
  /** Below the lines. */
  children?: ReactNode;
  /** Amount, right. */
  value?: ReactNode;
  /** The amount moved: above zero it is drawn as a gain. */
  moved?: number;
  /** Target; `null` if only other entries of the list have one, so that values stay aligned. */
  to?: string | null;
  /** Called when the link is followed. */
  onLeave?: () => void;
  /** Opens the entry where it has no target. */
  onOpen?: () => void;
}

/** A row inside of details: title and value, maybe a link. */
export function Entry({
  title,
  detail,
  further,
  children,
  value,
  moved,
  to,
  onLeave,
  onOpen,
}: EntryProps) {
  const leads = to !== undefined || onOpen !== undefined;
  const content = (
    <>
      <RowText title={title} detail={detail} further={further}>
        {children}
      </RowText>
      <span className={classes.side}>
        {value !== undefined && (
          <span
            className={classes.value}
            data-sign={moved === undefined ? undefined : Math.sign(moved)}
          >
            {value}
          </span>
        )}
        {leads && (
          <span className={classes.leads}>
            {to !== null && <IconChevronRight size={16} aria-hidden />}
          </span>
        )}
      </span>
    </>
  );
  if (typeof to === 'string') {
    return (
      <Link to={to} className={classes.entry} onClick={onLeave}>
        {content}
      </Link>
    );
  }
  return onOpen ? (
    <UnstyledButton className={`${classes.entry} ${classes.button}`} onClick={onOpen}>
      {content}
    </UnstyledButton>
  ) : (
    <div className={classes.entry}>{content}</div>
  );
}
