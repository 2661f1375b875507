import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '@/lib/messages';
import { useUnread } from '@/state/useUnread';
import { CountBadge } from '../badge/CountBadge';
import { Deferred } from '../deferred/Deferred';
import classes from './TileGrid.module.css';
import { type Tile, tiles } from './tiles';

const logoutDialog = () => import('../session/LogoutDialog').then((part) => part.LogoutDialog);

/** The menu tiles, three in a row on a phone: icon over label. */
export const TileGrid = memo(function TileGrid() {
  const [confirming, setConfirming] = useState(false);
  const unread = useUnread();
  return (
    <>
      <div className={classes.root}>
        <ul className={classes.grid}>
          {tiles.map((tile) => (
            <li key={tile.label}>
              {tile.to === undefined ? (
                <UnstyledButton className={classes.tile} onClick={() => setConfirming(true)}>
                  <Content tile={tile} unread={tile.counts ? unread : 0} />
                </UnstyledButton>
              ) : (
                <Link className={classes.tile} to={tile.to}>
                  <Content tile={tile} unread={tile.counts ? unread : 0} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      <Deferred load={logoutDialog} opened={confirming} onClose={() => setConfirming(false)} />
    </>
  );
});

function Content({ tile, unread }: { tile: Tile; unread: number }) {
  return (
    <>
      <span className={classes.icon}>
        <tile.icon size={26} stroke={1.5} aria-hidden />
        <span className={classes.count} aria-hidden>
          <CountBadge count={unread} />
        </span>
      </span>
      <span className={classes.label}>{tile.label}</span>
      {unread > 0 && <VisuallyHidden>{messages.inbox.unreadCount(unread)}</VisuallyHidden>}
    </>
  );
}
