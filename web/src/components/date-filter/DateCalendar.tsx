import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { type BusinessDate, firstDateCovered } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './DateFilter.module.css';

interface DateCalendarProps {
  value: BusinessDate;
  today: BusinessDate;
  onPick: (date: BusinessDate) => void;
}

const { previousYear, nextYear } = messages.filter;
const { previousMonth, nextMonth, previousYears, nextYears } = messages.calendar;
const ariaLabels = {
  previousMonth,
  nextMonth,
  previousYear,
  nextYear,
  previousDecade: previousYears,
  nextDecade: nextYears,
};
/** Restaurants trade at weekends: no day is marked. */
const noDays: [] = [];

/** A month of days; nothing after today, nothing before the years that the filter covers. */
export function DateCalendar({ value, today, onPick }: DateCalendarProps) {
  return (
    <DatePicker
      className={classes.calendar}
      classNames={{
        day: classes.day,
        calendarHeaderControl: classes.headerControl,
        calendarHeaderLevel: classes.headerLevel,
        monthsListControl: classes.listControl,
        yearsListControl: classes.listControl,
      }}
      size="md"
      firstDayOfWeek={0}
      weekendDays={noDays}
      hideOutsideDates
      withCellSpacing={false}
      ariaLabels={ariaLabels}
      value={value}
      defaultDate={value}
      minDate={firstDateCovered(today)}
      maxDate={today}
      getDayProps={(date) => ({ 'aria-current': date === today ? 'date' : undefined })}
      onChange={(date) => {
        if (date !== null) {
          onPick(date);
        }
      }}
    />
  );
}
