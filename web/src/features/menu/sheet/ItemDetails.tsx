import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Item, ItemDetail } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { priceText } from '@/components/item-price/priceText';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { ItemPicture } from '@/components/picture/ItemPicture';
import { messages } from '@/lib/messages';
import { formatQuantity } from '@/lib/numbers';
import { ChangesSheet } from '../changes/ChangesSheet';
import { OldPrice } from '../items/ItemRow';
import { hasOldPrice, longLevel, offerBadge, priceToday } from '../items/itemWords';
import { SoldOutButton } from '../sold-out/SoldOutButton';
import { SoldOutSheet } from '../sold-out/SoldOutSheet';
import { ItemForm } from './ItemForm';
import classes from './ItemSheet.module.css';

/** The sheets that may lie above an item. */
export type Layer = 'soldOut' | 'changes';

interface ItemDetailsProps {
  detail: ItemDetail;
  /** Reads the item again; `undefined` if that failed. */
  reload: () => Promise<Item | undefined>;
  layer: Layer | null;
  setLayer: (layer: Layer | null) => void;
  setUnsaved: (unsaved: boolean) => void;
  onSaved?: () => void;
}

/** An item's summary, its sold-out mark, and the form that changes it. */
export function ItemDetails({
  detail: { item, sameItems },
  reload,
  layer,
  setLayer,
  setUnsaved,
  onSaved,
}: ItemDetailsProps) {
  const today = useBusinessDate(item.posID);
  const close = () => setLayer(null);
  return (
    <div className={classes.root}>
      <Summary item={item} />
      <SoldOutButton item={item} onMark={() => setLayer('soldOut')} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconHistory size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setLayer('changes')}
      >
        {messages.itemSheet.showChanges}
      </Button>
      <ItemForm
        item={item}
        today={today}
        reload={reload}
        setUnsaved={setUnsaved}
        onSaved={onSaved}
      />
      <SoldOutSheet
        item={item}
        sameItems={sameItems}
        today={today}
        opened={layer === 'soldOut'}
        onClose={close}
      />
      <ChangesSheet item={item} opened={layer === 'changes'} onClose={close} />
    </div>
  );
}

/** Picture, price and state. */
function Summary({ item }: { item: Item }) {
  const { displayName, itemName, majorCategory, minorCategory, stock } = item;
  const level = longLevel(item);
  const offer = offerBadge(item);
  const words = messages.itemSheet;
  const category = [majorCategory, minorCategory].filter((part) => part !== null).join(' · ');
  return (
    <div className={classes.summary}>
      <ItemPicture url={item.imageUrl} size={4.5} />
      <div className={classes.facts}>
        <span className={classes.price}>
          {priceText(item, priceToday(item))} {hasOldPrice(item) && <OldPrice price={item.price} />}
        </span>
        {category !== '' && <span className={classes.muted}>{category}</span>}
        {itemName !== displayName && (
          <span className={classes.muted}>{words.posName(itemName)}</span>
        )}
        <span className={classes.badges}>
          {level && !item.soldOut && <StatusBadge {...level} />}
          {offer && <StatusBadge {...offer} />}
          {stock !== null && (
            <span className={classes.muted}>{messages.menu.left(formatQuantity(stock))}</span>
          )}
        </span>
      </div>
    </div>
  );
}
