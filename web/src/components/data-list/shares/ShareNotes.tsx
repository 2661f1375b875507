import { percentOf } from '@/lib/numbers';
import { ChangeBadge } from '../ChangeBadge';
import type { ShareRow, ShareRowsProps } from './shareRow';

/** A row's share of the total, and its change. */
export function ShareNotes({ row, against }: { row: ShareRow } & Pick<ShareRowsProps, 'against'>) {
  return (
    <>
      {row.share !== undefined && <span>{percentOf(row.share, 1)}%</span>}
      {row.change && <ChangeBadge change={row.change} against={against} />}
    </>
  );
}
