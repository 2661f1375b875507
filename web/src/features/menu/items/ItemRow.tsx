import { VisuallyHidden } from '@mantine/core';
import type { Item } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ListRow } from '@/components/data-list';
import { priceText } from '@/components/item-price/priceText';
import { ItemPicture } from '@/components/picture/ItemPicture';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatQuantity } from '@/lib/numbers';
import classes from './Items.module.css';
import { hasOldPrice, offerBadge, priceToday, secondLine, shortLevel } from './itemWords';

interface ItemRowProps {
  item: Item;
  /** Shows the stock instead of the price. */
  stock?: boolean;
  /** Whether the details of this row are shown beside the list. */
  selected: boolean;
  onOpen: () => void;
}

/** An item in the list: picture and name left, price right. */
export function ItemRow({ item, stock = false, selected, onOpen }: ItemRowProps) {
  const level = shortLevel(item);
  const offer = offerBadge(item);
  return (
    <ListRow
      picture={<ItemPicture url={item.imageUrl} />}
      title={<span className="prose">{item.displayName}</span>}
      detail={
        <span className={classes.detail}>
          {level && <StatusBadge {...level} />}
          {offer && !stock && <StatusBadge {...offer} />}
          {secondLine(item)}
        </span>
      }
      value={stock ? <StockLeft item={item} /> : priceText(item, priceToday(item))}
      note={!stock && hasOldPrice(item) && <OldPrice price={item.price} />}
      onClick={onOpen}
      selected={selected}
    />
  );
}

function StockLeft({ item: { stock } }: { item: Item }) {
  return stock === null ? '–' : messages.menu.left(formatQuantity(stock));
}

/** The price without the offer, crossed out. */
export function OldPrice({ price }: { price: number }) {
  return (
    <s className={classes.old}>
      <VisuallyHidden>{messages.menu.priceBefore} </VisuallyHidden>
      {formatMoney(price)}
    </s>
  );
}
