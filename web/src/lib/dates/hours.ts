/**
 * Local hour counted from 00:00 of the business date (0 to 35): `9 AM`; 25 is `1 AM`, or `1 AM next day` where hour 1 is
 * shown too. `first` is the first hour that is shown.
 */
export function formatHour(hour: number, first = hour): string {
  return named(onClock(hour), hour, first);
}

/** An hour as a span: `11 AM – 12 PM`. */
export function formatHourSpan(hour: number, first = hour): string {
  return named(`${onClock(hour)} – ${onClock(hour + 1)}`, hour, first);
}

function onClock(hour: number): string {
  const ofDay = hour % 24;
  return `${ofDay % 12 === 0 ? 12 : ofDay % 12} ${ofDay < 12 ? 'AM' : 'PM'}`;
}

function named(text: string, hour: number, first: number): string {
  return hour - 24 >= first ? `${text} next day` : text;
}
