import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type BusinessDate, type DateRange, dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { DateCalendar } from './DateCalendar';
import classes from './DateFilter.module.css';

interface RangeFieldsProps {
  range: DateRange;
  today: BusinessDate;
  onStart: (date: BusinessDate) => void;
  onEnd: (date: BusinessDate) => void;
}

/** Start and end over one calendar, which picks the active one. */
export function RangeFields({ range, today, onStart, onEnd }: RangeFieldsProps) {
  const [active, setActive] = useState<'start' | 'end'>('start');
  const start = dateOf(range.startDate);
  const end = dateOf(range.endDate);
  const { startDate, endDate, to } = messages.filter;
  return (
    <Stack gap="sm">
      <div className={classes.row}>
        <UnstyledButton
          className={classes.date}
          data-active={active === 'start' || undefined}
          aria-pressed={active === 'start'}
          aria-label={`${startDate}: ${formatDay(start)}`}
          onClick={() => setActive('start')}
        >
          {formatDay(start)}
        </UnstyledButton>
        <Text size="sm" c="dimmed">
          {to}
        </Text>
        <UnstyledButton
          className={classes.date}
          data-active={active === 'end' || undefined}
          aria-pressed={active === 'end'}
          aria-label={`${endDate}: ${formatDay(end)}`}
          onClick={() => setActive('end')}
        >
          {formatDay(end)}
        </UnstyledButton>
      </div>
      {active === 'start' ? (
        <DateCalendar
          key="start"
          value={start}
          today={today}
          onPick={(date) => {
            onStart(date);
            setActive('end');
          }}
        />
      ) : (
        <DateCalendar key="end" value={end} today={today} onPick={onEnd} />
      )}
    </Stack>
  );
}
