import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './VirtualRows.module.css';

/** Height of a row; rows are measured once they are there. */
const ROW_REM = 4;
const OVERSCAN = 8;
/** Rows before the end at which more are loaded. */
const LEAD = 12;

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Key of a row. Another function means other rows, which are all laid out again. */
  keyAt: (index: number) => string | number;
  render: (index: number) => ReactNode;
  /** Called near the end; the caller ignores it while it loads or has no more. */
  onNearEnd?: (() => void) | undefined;
  lead?: number;
}

/** Rows by their index, scrolling with the page; only those in sight exist. */
export function VirtualRows({
  label,
  count,
  keyAt,
  render,
  onNearEnd,
  lead = LEAD,
}: VirtualRowsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);

  // The elements above may grow or shrink at any time.
  useLayoutEffect(() => {
    setTop(Math.round((root.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });

  const estimateSize = useCallback(() => ROW_REM * rootFontSize(), []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: keyAt,
  });
  const rows = virtualizer.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  const lastInSight = last?.index ?? -1;
  const size = virtualizer.getTotalSize();

  useEffect(() => {
    if (count > 0 && lastInSight >= count - lead) {
      onNearEnd?.();
    }
  }, [count, lead, lastInSight, onNearEnd]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight exist, with room for the others around them.
    <div
      ref={root}
      role="list"
      aria-label={label}
      className={classes.list}
      style={{
        paddingTop: first === undefined ? 0 : first.start - top,
        paddingBottom: last === undefined ? size : Math.max(size - (last.end - top), 0),
      }}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above.
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          role="listitem"
          aria-setsize={count}
          aria-posinset={row.index + 1}
        >
          {render(row.index)}
        </div>
      ))}
    </div>
  );
}

/** Heading above the first row of a section. */
export function SectionHeading({ children }: { children: ReactNode }) {
  return <h2 className={classes.heading}>{children}</h2>;
}

let fontSize: number | null = null;

/** Pixels of 1rem: more if the reader chose larger text. */
function rootFontSize(): number {
  fontSize ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return fontSize;
}
