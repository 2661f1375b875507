import { ActionIcon, Button, Stack, Switch, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useReducer } from 'react';
import { Choice } from '@/components/segments/Choice';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import {
  adjacentYear,
  type BusinessDate,
  type DateRange,
  monthsOf,
  nowOn,
  yearsCovered,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './DateFilter.module.css';
import { chosenRange, type FilterAction, filterReducer, initialFilter } from './filterState';
import { RangeFields } from './RangeFields';

interface FilterSheetProps {
  opened: boolean;
  value: DateRange;
  today: BusinessDate;
  onClose: () => void;
  onApply: (range: DateRange) => void;
}

/** The bottom sheet 'Filter Report': a month, a year, or two dates. */
export function FilterSheet({ opened, onClose, ...rest }: FilterSheetProps) {
  return (
    <BottomSheet opened={opened} onClose={onClose} title={messages.filter.title}>
      {opened && <FilterForm {...rest} />}
    </BottomSheet>
  );
}

function FilterForm({
  value,
  today,
  onApply,
}: Pick<FilterSheetProps, 'value' | 'today' | 'onApply'>) {
  const reducer = useMemo(() => filterReducer(today), [today]);
  const [state, dispatch] = useReducer(reducer, value, initialFilter);
  return (
    <Stack gap="md">
      <Switch
        size="md"
        classNames={{ root: classes.switch }}
        label={messages.filter.dateRange}
        checked={state.byRange}
        onChange={(event) => dispatch({ type: 'range-switched', on: event.currentTarget.checked })}
      />
      {state.byRange ? (
        <RangeFields
          range={state.range}
          today={today}
          onStart={(date) => dispatch({ type: 'start-picked', date })}
          onEnd={(date) => dispatch({ type: 'end-picked', date })}
        />
      ) : (
        <>
          <Choice
            label={messages.filter.title}
            value={state.unit}
            onChange={(unit) => dispatch({ type: 'unit-picked', unit })}
            options={[
              { value: 'month', label: messages.filter.month },
              { value: 'year', label: messages.filter.year },
            ]}
          />
          {state.unit === 'month' ? (
            <MonthGrid
              year={state.year}
              monthId={state.monthId}
              today={today}
              dispatch={dispatch}
            />
          ) : (
            <YearGrid year={state.year} today={today} dispatch={dispatch} />
          )}
        </>
      )}
      <Button
        fullWidth
        onClick={() => onApply(chosenRange(state, today, nowOn(today, new Date())))}
      >
        {messages.filter.apply}
      </Button>
    </Stack>
  );
}

interface GridProps {
  year: number;
  today: BusinessDate;
  dispatch: (action: FilterAction) => void;
}

function MonthGrid({ year, monthId, today, dispatch }: GridProps & { monthId: number }) {
  return (
    <Stack gap="xs">
      <div className={classes.year}>
        <YearArrow step={-1} year={year} today={today} dispatch={dispatch} />
        <Text fw={600} aria-live="polite">
          {year}
        </Text>
        <YearArrow step={1} year={year} today={today} dispatch={dispatch} />
      </div>
      <div className={classes.grid}>
        {monthsOf(year, today).map((month) => (
          <button
            type="button"
            key={month.id}
            className={classes.cell}
            aria-pressed={month.id === monthId}
            onClick={() => dispatch({ type: 'month-picked', monthId: month.id })}
          >
            {month.name}
          </button>
        ))}
      </div>
    </Stack>
  );
}

function YearArrow({ step, year, today, dispatch }: GridProps & { step: 1 | -1 }) {
  const { previousYear, nextYear } = messages.filter;
  const Arrow = step === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      className={classes.arrow}
      aria-label={step === 1 ? nextYear : previousYear}
      disabled={adjacentYear(year, step, today) === null}
      onClick={() => dispatch({ type: 'year-stepped', step })}
    >
      <Arrow aria-hidden />
    </ActionIcon>
  );
}

function YearGrid({ year, today, dispatch }: GridProps) {
  return (
    <div className={classes.grid}>
      {yearsCovered(today).map((offered) => (
        <button
          type="button"
          key={offered}
          className={classes.cell}
          aria-pressed={offered === year}
          onClick={() => dispatch({ type: 'year-picked', year: offered })}
        >
          {offered}
        </button>
      ))}
    </div>
  );
}
