const clocks = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a time zone, to the second. Making a formatter costs far more than using one. */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached !== undefined) return cached;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}
