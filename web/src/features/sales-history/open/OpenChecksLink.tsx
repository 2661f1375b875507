import { Link } from 'react-router';
import { messages } from '@/lib/messages';
import { openChecksPath } from '@/lib/paths';
import classes from './OpenChecksLink.module.css';

/** Leads from the checks of a location to its open ones. */
export function OpenChecksLink({ posID }: { posID: string }) {
  return (
    <Link to={openChecksPath({ posID })} className={classes.link}>
      {messages.openChecks.title}
    </Link>
  );
}
