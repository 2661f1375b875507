import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Item } from '@/api';
import { messages } from '@/lib/messages';
import { priceText } from '../item-price/priceText';
import { ItemPicture } from '../picture/ItemPicture';
import classes from './ItemPicker.module.css';
import { useMoreOnScroll } from './useMoreOnScroll';

interface ItemGridProps {
  items: readonly Item[];
  /** posItemIDs. */
  chosen: ReadonlySet<string>;
  onToggle: (item: Item) => void;
}

/** All items, twenty at first and twenty more as they are scrolled. */
export function GrowingGrid({ items, ...rest }: ItemGridProps) {
  const { shown, end } = useMoreOnScroll(items.length);
  return (
    <>
      <ItemGrid items={items.slice(0, shown)} {...rest} />
      <div ref={end} />
    </>
  );
}

/** Items in three columns. */
export function ItemGrid({ items, chosen, onToggle }: ItemGridProps) {
  return (
    <ul className={classes.grid} aria-label={messages.itemPicker.items}>
      {items.map((item) => (
        <li key={item.posItemID}>
          <UnstyledButton
            className={classes.item}
            aria-pressed={chosen.has(item.posItemID)}
            onClick={() => onToggle(item)}
          >
            <span className={classes.picture}>
              <ItemPicture url={item.imageUrl} size={4} />
              {chosen.has(item.posItemID) && (
                <span className={classes.mark}>
                  <IconCheck size={16} stroke={3} aria-hidden />
                </span>
              )}
            </span>
            <span className={`prose ${classes.itemName}`}>{item.displayName}</span>
            <span className={classes.price}>{priceText(item)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
