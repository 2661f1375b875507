import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import {
  type BusinessDate,
  type DateRange,
  dateOf,
  formatDay,
  formatShortSpan,
  withEnd,
  withStart,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import { DateCalendar } from './DateCalendar';
import classes from './DateFilter.module.css';
import { FilterSheet } from './FilterSheet';
import { SpanChips } from './SpanChips';

interface DateFilterProps {
  /** The span that is shown. */
  value: DateRange;
  /** Today at the shown location. */
  today: BusinessDate;
  onChange: (range: DateRange) => void;
  /** What stands in the row of the dates. On a phone the dates are then one button, which opens their own row. */
  beside?: ReactNode;
}

/**
 * The date filter as one row: start, 'To', end, search, filter; under it the usual spans. Picked dates wait for the search
 * button; the filter button opens the sheet with months and years.
 */
export function DateFilter({ value, today, onChange, beside }: DateFilterProps) {
  const formId = useId();
  const [unfolded, fold] = useDisclosure(false);
  const [draft, setDraft] = useState({ of: value, range: value });
  const [picking, setPicking] = useState<'start' | 'end' | null>(null);
  const [sheet, { open, close }] = useDisclosure(false);
  const range = draft.of === value ? draft.range : value;
  const changed = range !== value;
  const span = formatShortSpan(dateOf(value.startDate), dateOf(value.endDate), today);
  const { startDate, endDate } = messages.filter;

  const pick = (date: BusinessDate) => {
    const picked =
      picking === 'start' ? withStart(range, date, today) : withEnd(range, date, today);
    setDraft({ of: value, range: picked });
    setPicking(null);
  };

  return (
    <div className={classes.frame}>
      <div className={classes.root} data-folds={beside !== undefined || undefined}>
        {beside}
        {beside !== undefined && (
          <UnstyledButton
            className={classes.dates}
            aria-label={`${messages.filter.dates}: ${span}`}
            aria-expanded={unfolded}
            aria-controls={formId}
            onClick={fold.toggle}
          >
            <span className={classes.span}>{span}</span>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: the search element is too young for some phones. */}
        <form
          id={formId}
          role="search"
          className={classes.row}
          data-open={unfolded || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ ...range });
          }}
        >
          <DateButton name={startDate} date={range.startDate} onClick={() => setPicking('start')} />
          <Text size="sm" c="dimmed">
            {messages.filter.to}
          </Text>
          <DateButton name={endDate} date={range.endDate} onClick={() => setPicking('end')} />
          <span className={classes.actions}>
            <ActionIcon
              variant={changed ? 'filled' : 'subtle'}
              color={changed ? 'brand' : 'gray'}
              autoContrast
              size={44}
              type="submit"
              aria-label={messages.filter.search}
            >
              <IconSearch size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={messages.filter.filter}
              onClick={open}
            >
              <IconAdjustmentsHorizontal size={20} aria-hidden />
            </ActionIcon>
          </span>
        </form>
        <SpanChips value={value} today={today} onChoose={onChange} />
      </div>
      <BottomSheet
        opened={picking !== null}
        onClose={() => setPicking(null)}
        title={picking === 'start' ? startDate : endDate}
      >
        {picking !== null && (
          <DateCalendar
            value={dateOf(picking === 'start' ? range.startDate : range.endDate)}
            today={today}
            onPick={pick}
          />
        )}
      </BottomSheet>
      <FilterSheet
        opened={sheet}
        value={range}
        today={today}
        onClose={close}
        onApply={(applied) => {
          close();
          onChange(applied);
        }}
      />
    </div>
  );
}

function DateButton({ name, date, onClick }: { name: string; date: string; onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.date}
      aria-haspopup="dialog"
      aria-label={`${name}: ${formatDay(date)}`}
      onClick={onClick}
    >
      {formatDay(date)}
    </UnstyledButton>
  );
}
