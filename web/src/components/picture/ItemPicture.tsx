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

/** What an item looks like. It says nothing that its name beside it does not say. */
export function ItemPicture({ url, size = 2.75 }: ItemPictureProps) {
  // A picture that is gone, or that a till keeps where the page may not look, is none.
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

/** Pictures of the gateway's own are told by their path. */
function absolute(url: string): string {
  return url.startsWith('/') ? `${gatewayOrigin()}${url}` : url;
}
