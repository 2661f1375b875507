import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { LogoutDialog } from '../session/LogoutDialog';
import classes from './TileGrid.module.css';
import { type Tile, tiles } from './tiles';

/** The menu tiles, three in a row on a phone: icon over label. */
export function TileGrid() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className={classes.root}>
        <ul className={classes.grid}>
          {tiles.map((tile) => (
            <li key={tile.label}>
              {tile.to === undefined ? (
                <UnstyledButton className={classes.tile} onClick={() => setAsking(true)}>
                  <Content tile={tile} />
                </UnstyledButton>
              ) : (
                <Link className={classes.tile} to={tile.to}>
                  <Content tile={tile} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      <LogoutDialog opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function Content({ tile }: { tile: Tile }) {
  return (
    <>
      <tile.icon size={26} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.label}>{tile.label}</span>
    </>
  );
}
