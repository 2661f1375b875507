import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowText } from '../row/RowText';
import classes from './ListRow.module.css';
import { ShareBar } from './ShareBar';

interface ListRowProps {
  /** A picture before the name. */
  picture?: ReactNode;
  /** Name or number, left. */
  title: ReactNode;
  /** Amount, right. */
  value: ReactNode;
  /** Second line, muted. */
  detail?: ReactNode;
  /** Under the value. */
  note?: ReactNode;
  /** Part of the total, 0 to 1: a bar under the text. */
  share?: number;
  /** Opens the details; without it the row is no button. */
  onClick?: () => void;
  /** Whether the details of this row are shown beside the list. */
  selected?: boolean;
}

/** A row of 64 px: name left, amount right, second line muted. */
export function ListRow({
  picture,
  title,
  value,
  detail,
  note,
  share,
  onClick,
  selected,
}: ListRowProps) {
  const content = (
    <>
      {picture && <span className={classes.picture}>{picture}</span>}
      <RowText title={title} detail={detail}>
        {share !== undefined && <ShareBar share={share} />}
      </RowText>
      <span className={classes.side}>
        <span className={classes.value}>{value}</span>
        {note && <span className={classes.note}>{note}</span>}
      </span>
    </>
  );
  const pictured = Boolean(picture) || undefined;
  return onClick ? (
    <UnstyledButton
      className={classes.row}
      data-pictured={pictured}
      onClick={onClick}
      aria-current={selected === true || undefined}
    >
      {content}
    </UnstyledButton>
  ) : (
    <div className={classes.row} data-pictured={pictured}>
      {content}
    </div>
  );
}
