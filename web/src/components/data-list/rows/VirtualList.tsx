import { type ReactNode, useCallback } from 'react';
import { VirtualRows } from './VirtualRows';

interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  /** The same function for as long as the items are the same. */
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
}

/** A long list that scrolls with the page and mounts only the rows in sight. */
export function VirtualList<T>({ label, items, keyOf, render }: VirtualListProps<T>) {
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const renderAt = (index: number) => {
    const item = items[index];
    return item === undefined ? null : render(item);
  };
  return <VirtualRows label={label} count={items.length} keyAt={keyAt} render={renderAt} />;
}
