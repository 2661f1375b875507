import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { messages } from '@/lib/messages';
import { findPath } from '@/lib/paths';
import classes from './FindLink.module.css';

/** Leads to the search over all locations and dates; with the words that were typed, it searches them there. */
export function FindLink({ q = '' }: { q?: string }) {
  const { open, everywhere } = messages.find;
  return (
    <Link to={findPath(q)} className={classes.link}>
      <IconSearch size={18} aria-hidden />
      {q === '' ? open : everywhere}
    </Link>
  );
}
