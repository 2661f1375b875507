import { type ReactNode, useCallback } from 'react';
import { SectionHeading, VirtualRows } from './VirtualRows';

interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Heading above a row, where a section starts. */
  headingOf?: (item: T, previous: T | undefined) => string | null;
  render: (item: T) => ReactNode;
  /** Called when the end comes near; the caller ignores it while it loads or has no more. */
  onNearEnd?: () => void;
}

/** A long list that scrolls with the page and holds only the rows in sight. */
export function VirtualList<T>({
  label,
  items,
  keyOf,
  headingOf,
  render,
  onNearEnd,
}: VirtualListProps<T>) {
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const renderAt = (index: number) => {
    const item = items[index];
    if (item === undefined) {
      return null;
    }
    const heading = headingOf?.(item, items[index - 1]) ?? null;
    return (
      <>
        {heading !== null && <SectionHeading>{heading}</SectionHeading>}
        {render(item)}
      </>
    );
  };
  return (
    <VirtualRows
      label={label}
      count={items.length}
      keyAt={keyAt}
      render={renderAt}
      onNearEnd={onNearEnd}
    />
  );
}
