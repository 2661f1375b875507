import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import {
  type BusinessDate,
  type DateRange,
  dateOf,
  formatDay,
  withEnd,
  withStart,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import { DateCalendar } from './DateCalendar';
import classes from './DateFilter.module.css';
import { FilterSheet } from './FilterSheet';

interface DateFilterProps {
  /** The span that is shown. */
  value: DateRange;
  /** Today at the shown location. */
  today: BusinessDate;
  onChange: (range: DateRange) => void;
}

/**
 * The date filter as one row: start, 'To', end, search, filter. Picked dates wait for the search
 * button; the filter button opens the sheet with months and years.
 */
export function DateFilter({ value, today, onChange }: DateFilterProps) {
  const [draft, setDraft] = useState({ of: value, range: value });
  const [picking, setPicking] = useState<'start' | 'end' | null>(null);
  const [sheet, { open, close }] = useDisclosure(false);
  const range = draft.of === value ? draft.range : value;
  const changed = range !== value;
  const { startDate, endDate } = messages.filter;

  const pick = (date: BusinessDate) => {
    const picked =
      picking === 'start' ? withStart(range, date, today) : withEnd(range, date, today);
    setDraft({ of: value, range: picked });
    setPicking(null);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is too young for some phones. */}
      <form
        role="search"
        className={classes.row}
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
    </>
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
