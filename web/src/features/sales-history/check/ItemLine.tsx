import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CheckItem } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import type { DateRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatQuantity } from '@/lib/numbers';
import { dailySalesPath } from '@/lib/paths';
import classes from './CheckContents.module.css';
import { lineParts } from './checkParts';

/** The dates for which a line shows its item. */
export type ItemDates = Pick<DateRange, 'startDate' | 'endDate'>;

/** A line of a check, which leads to its item. */
export function ItemLine({ item, range }: { item: CheckItem; range: ItemDates }) {
  const { checks } = messages;
  const path = dailySalesPath({
    tab: 'item',
    q: item.itemName,
    from: range.startDate,
    to: range.endDate,
  });
  const parts = [
    ...(item.deferred ? [checks.deferred] : []),
    ...(item.taxIncluded ? [checks.taxIncluded] : []),
    ...lineParts(item),
  ];
  return (
    <li className={classes.line} data-voided={item.voided || undefined}>
      <span className={classes.quantity}>{formatQuantity(item.quantity)} ×</span>
      <span className={classes.item}>
        {item.deferred ? (
          <span>{item.itemName}</span>
        ) : (
          <Link to={path} className={classes.itemName} title={messages.checkSearch.itemReport}>
            {item.itemName}
          </Link>
        )}{' '}
        {item.voided && <StatusBadge kind="danger" label={checks.voided} />}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
          <span key={index} className={classes.detail}>
            {part}
          </span>
        ))}
      </span>
      <span className={classes.amount}>{formatMoney(item.amount)}</span>
      <IconChevronRight
        size={16}
        className={classes.leads}
        visibility={item.deferred ? 'hidden' : undefined}
        aria-hidden
      />
    </li>
  );
}
