import { ChipRow } from '@/components/chips/ChipRow';
import { type BusinessDate, type DateRange, dateOf, namedSpans } from '@/lib/dates';
import { messages } from '@/lib/messages';

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
  const options = namedSpans(today).map(({ name, range }) => ({
    key: name,
    label: words[name],
    chosen: isSame(range, value),
    onChoose: () => onChoose(range),
  }));
  return <ChipRow label={words.label} options={options} />;
}
