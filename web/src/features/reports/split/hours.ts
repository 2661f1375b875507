import { formatHour, formatHourSpan } from '@/lib/dates';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import type { Member } from '../rows/members';

const { figureIds } = reportOf('Hourly');

/** Hours in order, each with its own name; those without trade between others are empty. */
export function hoursBetween(members: readonly Member[]): Member[] {
  const byHour = new Map(members.map((member) => [member.order ?? 0, member]));
  const first = Math.min(...byHour.keys());
  const count = byHour.size === 0 ? 0 : Math.max(...byHour.keys()) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index;
    const names = { name: formatHourSpan(hour, first), short: formatHour(hour, first) };
    const known = byHour.get(hour);
    return known === undefined
      ? { ...names, key: String(hour), order: hour, summary: summarize(figureIds, []) }
      : { ...known, ...names };
  });
}
