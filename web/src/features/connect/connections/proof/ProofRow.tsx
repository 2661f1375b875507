import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Proof } from '@/api/connect';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { formatWeekday } from '@/lib/dates';
import classes from '../../list/Entry.module.css';
import { proofBadge, proofPath, proofText } from './proofWords';

interface ProofRowProps {
  proof: Proof;
  connectionID: string;
  /** The POS by its name. */
  pos: string;
}

/** A day: whether it adds up, and the way to its figures. */
export function ProofRow({ proof, connectionID, pos }: ProofRowProps) {
  const { businessDate, state } = proof;
  return (
    <Link to={proofPath(connectionID, businessDate)} className={classes.row}>
      <span className={classes.names}>{formatWeekday(businessDate)}</span>
      <span className={classes.side}>
        <StatusBadge {...proofBadge(state)} />
        <IconChevronRight size={20} aria-hidden className={classes.arrow} />
      </span>
      <span className={classes.detail}>{proofText(proof, pos)}</span>
    </Link>
  );
}
