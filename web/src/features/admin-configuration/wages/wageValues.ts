import type { SetWageRequest, ShiftsWithoutWage, Wage } from '@/api';
import { type BusinessDate, dateOf, formatAxisDay, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { centsTyped, formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';

const words = messages.wages;

/** The holder of a wage: one person, or everybody in a job. */
export type Holder = 'employee' | 'job';

/** The form of a wage. */
export interface WageValues {
  /** Dollars an hour, as typed. */
  rate: string;
  holder: Holder;
  /** The first date; empty for none. */
  from: BusinessDate | '';
}

/** The person and the job of a wage, or of shifts without one. */
type Named = Pick<ShiftsWithoutWage, 'employeeID' | 'job'>;

/** The server's highest wage, in cents. */
const MOST = 100_000;

/** How many people have no wage; a person without a name counts in each row. */
export function peopleWithout(list: readonly ShiftsWithoutWage[]): number {
  const named = list.flatMap(({ employeeID }) => employeeID ?? []);
  return new Set(named).size + list.filter(({ employeeID }) => employeeID === null).length;
}

/** `12 shifts since Jul 17`. */
export function shiftWords(
  { shifts, first, last }: ShiftsWithoutWage,
  today: BusinessDate,
): string {
  const isThisYear = first.slice(0, 4) === today.slice(0, 4);
  const day = isThisYear ? formatAxisDay(first) : formatDay(first);
  return (first === last ? words.on : words.since)(formatCount(shifts), day);
}

/** The possible holders of a wage for some shifts: none if the POS names neither. */
export function wageHolders({ employeeID, job }: Named): Holder[] {
  return [
    ...(employeeID === null ? [] : (['employee'] as const)),
    ...(job === null ? [] : (['job'] as const)),
  ];
}

/** The shifts that a wage for some of them would concern. */
export function shiftsIn(
  list: readonly ShiftsWithoutWage[],
  { employeeID, job }: Named,
  holder: Holder,
): ShiftsWithoutWage[] {
  return list.filter((row) => (holder === 'job' ? row.job === job : row.employeeID === employeeID));
}

/** The date of the first of those shifts. */
export function firstDay(
  list: readonly ShiftsWithoutWage[],
  row: ShiftsWithoutWage,
  holder: Holder,
): BusinessDate {
  const firsts = shiftsIn(list, row, holder).map(({ first }) => dateOf(first));
  return [...firsts, dateOf(row.first)].sort()[0] ?? '';
}

/** Problems by field. */
export function problemsOf({ rate, from }: WageValues): { rate?: string; from?: string } {
  const cents = centsTyped(rate);
  const fits = cents !== null && cents > 0 && cents <= MOST;
  return {
    ...(!fits && { rate: words.rateInvalid }),
    ...(from === '' && { from: words.dateRequired }),
  };
}

/** The holder of a wage as it is sent. */
function holderOf({ employeeID, job }: Named, holder: Holder) {
  return holder === 'job' ? { job: job ?? '' } : { employeeID: employeeID ?? '' };
}

export function requestOf(named: Named, { rate, holder, from }: WageValues) {
  return {
    ...holderOf(named, holder),
    from,
    rate: (centsTyped(rate) ?? 0) / 100,
  } satisfies Omit<SetWageRequest, 'posID'>;
}

/** Takes an entered wage back. */
export function removalOf({ from, ...named }: Wage) {
  return {
    ...holderOf(named, holderOfWage(named)),
    from,
  } satisfies Omit<SetWageRequest, 'posID'>;
}

export function holderOfWage({ job }: Pick<Wage, 'job'>): Holder {
  return job === null ? 'employee' : 'job';
}

/** Identity of a wage in the list. */
export function wageKey({ employeeID, job, from }: Wage): string {
  return JSON.stringify([employeeID, job, from]);
}

/** What an entered wage means from another date on: the others of its holder that it replaces or stands between. */
export function enteredNotes(list: readonly Wage[], wage: Wage, from: BusinessDate | ''): string[] {
  if (from === '' || from === dateOf(wage.from)) return [];
  const own = list
    .filter(({ employeeID, job }) => employeeID === wage.employeeID && job === wage.job)
    .map((one) => ({ rate: formatMoney(one.rate), from: dateOf(one.from) }))
    .sort((a, b) => a.from.localeCompare(b.from));
  const same = own.find((one) => one.from === from);
  const before = own.findLast((one) => one.from < from);
  const after = own.find((one) => one.from > from);
  return [
    ...(same ? [words.replaces(same.rate)] : []),
    ...(before && !same ? [words.until(before.rate)] : []),
    ...(after ? [words.again(after.rate, formatDay(after.from))] : []),
  ];
}
