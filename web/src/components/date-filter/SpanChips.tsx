import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type BusinessDate, type DateRange, dateOf, namedSpans } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './SpanChips.module.css';

interface SpanChipsProps {
  value: DateRange;
  today: BusinessDate;
  onChoose: (range: DateRange) => void;
}

function isSame(a: DateRange, b: DateRange): boolean {
  return dateOf(a.startDate) === dateOf(b.startDate) && dateOf(a.endDate) === dateOf(b.endDate);
}

/** The usual spans, one tap each; several are marked while they are the same days. */
export function SpanChips({ value, today, onChoose }: SpanChipsProps) {
  const words = messages.filter.spans;
  const row = useRef<HTMLFieldSetElement>(null);
  const spans = namedSpans(today).map(({ name, range }) => ({
    name,
    range,
    chosen: isSame(range, value),
  }));
  const first = spans.find(({ chosen }) => chosen)?.name;

  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (first === undefined || !row.current || !chip) return;
    row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.clientWidth) / 2;
  }, [first]);

  return (
    <fieldset ref={row} className={classes.row} aria-label={words.label}>
      {spans.map(({ name, range, chosen }) => (
        <UnstyledButton
          key={name}
          className={classes.chip}
          aria-pressed={chosen}
          onClick={() => onChoose(range)}
        >
          {words[name]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
