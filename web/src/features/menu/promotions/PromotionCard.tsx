import { UnstyledButton } from '@mantine/core';
import type { Promotion } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { priceText } from '@/components/item-price/priceText';
import { ItemPicture } from '@/components/picture/ItemPicture';
import { messages } from '@/lib/messages';
import { discounted } from '@/lib/money';
import { OldPrice } from '../items/ItemRow';
import classes from './Promotions.module.css';
import { days, stateBadge, used } from './promotionWords';

/** A promotion: item, price and redemptions. */
export function PromotionCard({ promotion, onOpen }: { promotion: Promotion; onOpen: () => void }) {
  const { item, offPercentage, state } = promotion;
  return (
    <div className={classes.slot}>
      <UnstyledButton
        className={classes.card}
        data-ended={state === 'ended' || undefined}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <ItemPicture url={item.imageUrl} size={4} />
        <span className={classes.text}>
          <span className={`prose ${classes.name}`}>{item.displayName}</span>
          <span className={classes.prices}>
            <span className={classes.price}>
              {priceText(item, discounted(item.price, offPercentage))}
            </span>
            {!item.openPrice && <OldPrice price={item.price} />}
            <span className={classes.off}>{messages.menu.off(String(offPercentage))}</span>
          </span>
          <span className={classes.muted}>{days(promotion)}</span>
          <span className={classes.prices}>
            <StatusBadge {...stateBadge(promotion)} />
            <span className={classes.muted}>{used(promotion)}</span>
          </span>
        </span>
      </UnstyledButton>
    </div>
  );
}
