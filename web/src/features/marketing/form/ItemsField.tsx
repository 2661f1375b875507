import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import type { Item } from '@/api';
import { ItemPicker } from '@/components/item-picker';
import { priceText } from '@/components/item-price/priceText';
import { ItemPicture } from '@/components/picture/ItemPicture';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import classes from './CampaignForm.module.css';
import { highestOff, priceToday } from './draft';

const words = messages.campaignForm;

interface ItemsFieldProps {
  posID: string;
  items: readonly Item[];
  /** Number of items of a kept draft whose prices are still read. */
  unread: number;
  optional: boolean;
  error: string | null;
  onChange: (items: readonly Item[]) => void;
}

/** Items on offer, with the prices that guests see. */
export function ItemsField({ posID, items, unread, optional, error, onChange }: ItemsFieldProps) {
  const [picking, setPicking] = useState(false);
  const labelId = useId();
  const errorId = useId();
  const off = highestOff(items);
  const count = items.length + unread;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row.
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={errorId}
      data-wrong={error !== null || undefined}
      className={classes.field}
    >
      <p id={labelId} className={classes.label}>
        {optional ? words.itemsOptional : words.items}
      </p>
      {count === 0 ? (
        <p className={classes.hint}>{words.noItems}</p>
      ) : (
        <>
          <ul className={classes.items} aria-label={words.items}>
            {items.map((item) => (
              <Chosen
                key={item.posItemID}
                item={item}
                onRemove={() => onChange(items.filter((other) => other !== item))}
              />
            ))}
            {Array.from({ length: unread }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are alike.
              <ChosenSkeleton key={index} />
            ))}
          </ul>
          {unread > 0 ? (
            <TextSkeleton>
              <p className={classes.hint}>{words.noOffer}</p>
            </TextSkeleton>
          ) : (
            <p className={classes.hint}>{off > 0 ? words.upTo(String(off)) : words.noOffer}</p>
          )}
        </>
      )}
      <div className={classes.choices}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setPicking(true)}>
          {count === 0 ? words.chooseItems : words.changeItems}
        </Button>
      </div>
      <p id={errorId} className={classes.error} role="alert">
        {error}
      </p>
      <ItemPicker
        opened={picking}
        posID={posID}
        multiple
        initial={items}
        onDone={(chosen) => {
          onChange(chosen);
          setPicking(false);
        }}
        onCancel={() => setPicking(false)}
      />
    </div>
  );
}

function ChosenSkeleton() {
  return (
    <li className={classes.item}>
      <ItemPicture url={null} />
      <div className={classes.itemText}>
        <div className={classes.itemName}>
          <ValueSkeleton width="60%" />
        </div>
        <div className={classes.prices}>
          <ValueSkeleton width="3rem" />
        </div>
      </div>
    </li>
  );
}

function Chosen({ item, onRemove }: { item: Item; onRemove: () => void }) {
  const price = priceToday(item);
  return (
    <li className={classes.item}>
      <ItemPicture url={item.imageUrl} />
      <span className={classes.itemText}>
        <span className={`prose ${classes.itemName}`}>{item.displayName}</span>
        <span className={classes.prices}>
          {!item.openPrice && price !== item.price && (
            <s className={classes.old}>
              <VisuallyHidden>{messages.menu.priceBefore} </VisuallyHidden>
              {formatMoney(item.price)}
            </s>
          )}
          <span>{priceText(item, price)}</span>
        </span>
      </span>
      <CloseButton aria-label={words.removeItem(item.displayName)} onClick={onRemove} />
    </li>
  );
}
