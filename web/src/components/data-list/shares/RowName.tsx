import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { FigureInfo } from '@/components/figure';
import { SecondLine } from '../SecondLine';
import { ShareBar } from '../ShareBar';
import classes from './ShareList.module.css';
import { barOf, type ShareRow, type ShareRowsProps } from './shareRow';

interface RowNameProps extends Pick<ShareRowsProps, 'onOpen' | 'largest'> {
  row: ShareRow;
  /** Second line. */
  detail: string | undefined;
}

/** The head of a row: its name, which opens its details or leads on, a second line, and its bar. */
export function RowName({ row, detail, onOpen, largest }: RowNameProps) {
  return (
    <th scope="row" className={classes.name}>
      {onOpen ? (
        <UnstyledButton className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(row)}>
          {row.name}
        </UnstyledButton>
      ) : row.to ? (
        <Link className={`${classes.open} ${classes.leads}`} to={row.to}>
          {row.name}
        </Link>
      ) : (
        row.name
      )}
      {row.figure && <FigureInfo id={row.figure} />}
      {detail && <SecondLine text={detail} />}
      {row.share !== undefined && <ShareBar share={barOf(row.share, largest)} />}
    </th>
  );
}
