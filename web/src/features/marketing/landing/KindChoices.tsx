import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MessageChannel } from '@/api';
import { messages } from '@/lib/messages';
import { campaignForms } from '../kinds';
import classes from './Landing.module.css';

/** The three kinds of a channel as large links. */
export function KindChoices({ channel }: { channel: MessageChannel }) {
  return (
    <nav aria-label={messages.campaignKinds.choose} className={classes.kinds}>
      {campaignForms
        .filter((form) => form.channel === channel)
        .map(({ path, icon: Glyph, name, what }) => (
          <Link key={path} to={path} className={classes.kind}>
            <span className={classes.icon}>
              <Glyph size={24} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.kindText}>
              <span className={classes.kindName}>{name}</span>
              <span className={`prose ${classes.what}`}>{what}</span>
            </span>
            <IconChevronRight size={20} aria-hidden className={classes.arrow} />
          </Link>
        ))}
    </nav>
  );
}
