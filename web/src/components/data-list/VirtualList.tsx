import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './VirtualList.module.css';

/** Height of a row in px at the usual text size; rows are measured once they are there. */
const ROW_HEIGHT = 64;
const OVERSCAN = 8;
/** Rows before the end at which more are asked for. */
const LEAD = 12;

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
  const root = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);

  // What stands above may grow or shrink at any time.
  useLayoutEffect(() => {
    setTop(Math.round((root.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const lastInSight = rows.at(-1)?.index ?? -1;

  useEffect(() => {
    if (items.length > 0 && lastInSight >= items.length - LEAD) {
      onNearEnd?.();
    }
  }, [items.length, lastInSight, onNearEnd]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight exist, placed by hand.
    <div
      ref={root}
      role="list"
      aria-label={label}
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {rows.map((row) => {
        const item = items[row.index];
        if (item === undefined) {
          return null;
        }
        const heading = headingOf?.(item, items[row.index - 1]) ?? null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see above.
          <div
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className={classes.item}
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {heading !== null && <h2 className={classes.heading}>{heading}</h2>}
            {render(item)}
          </div>
        );
      })}
    </div>
  );
}
