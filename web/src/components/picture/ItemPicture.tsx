import { type CSSProperties, useState } from 'react';
import { gatewayOrigin } from '@/lib/http/gateway';
import classes from './ItemPicture.module.css';

/** Shown for an item without a picture of its own. */
const DEFAULT_OFFER = '/icons/default-offer.svg';

interface ItemPictureProps {
  /** As the API gives it; `null`: the default picture. */
  url: string | null;
  /** Edge in rem. */
  size?: number;
}

/** The picture of an item; decorative, since its name stands beside it. */
export function ItemPicture({ url, size = 2.75 }: ItemPictureProps) {
  // A missing picture, or one that the page may not load, shows the default.
  const [broken, setBroken] = useState<string | null>(null);
  const shown = url === null || url === broken ? DEFAULT_OFFER : absolute(url);
  const style = { '--picture-size': `${size}rem` } as CSSProperties;
  return (
    <img
      className={classes.root}
      style={style}
      src={shown}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  );
}

/** The gateway's own pictures are named by their path. */
function absolute(url: string): string {
  return url.startsWith('/') ? `${gatewayOrigin()}${url}` : url;
}
