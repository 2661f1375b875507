import { DatePicker } from '@mantine/dates';
import { type BusinessDate, firstDateCovered } from '@/lib/dates';
import classes from './DateFilter.module.css';

interface DateCalendarProps {
  value: BusinessDate;
  today: BusinessDate;
  onPick: (date: BusinessDate) => void;
}

/** A month of days; nothing after today, nothing before the years that the filter covers. */
export function DateCalendar({ value, today, onPick }: DateCalendarProps) {
  return (
    <DatePicker
      className={classes.calendar}
      size="md"
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
