import type { ImportShift, ImportShifts } from '@/api';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount, formatQuantity } from '@/lib/numbers';
import page from '../Connect.module.css';
import { spanText } from '../words';

const words = messages.importLists;

function hoursText(hours: number): string {
  return words.hoursOf(formatQuantity(Math.round(hours * 100) / 100));
}

/** Shifts that come in: people, hours and what they cost. */
export function ShiftsCard({ shifts: of }: { shifts: ImportShifts }) {
  const { shifts, people, hours, laborCost, tips, openShifts, shiftsWithoutWage } = of;
  const rows = [
    { label: words.people, value: formatCount(people), shown: true },
    { label: words.hours, value: hoursText(hours), shown: true },
    { label: words.laborCost, value: formatMoney(laborCost), shown: true },
    { label: words.tips, value: formatMoney(tips), shown: tips !== 0 },
    { label: words.openShifts, value: formatCount(openShifts), shown: openShifts > 0 },
    {
      label: words.withoutWage,
      value: formatCount(shiftsWithoutWage),
      shown: shiftsWithoutWage > 0,
    },
  ];
  return (
    <Card label={words.shiftsTitle}>
      <h2 className={page.title}>{words.shiftsTitle}</h2>
      <p className={page.text}>
        {words.shifts(formatCount(shifts))} · {spanText(of.firstDate, of.lastDate)}
      </p>
      <Sums label={words.shiftsTitle} rows={rows.filter(({ shown }) => shown)} />
      <p className={page.hint}>{words.shiftsBeside}</p>
      <ul className={page.list} aria-label={words.firstShifts}>
        {of.sampleShifts.map((shift, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
          <li key={index} className={page.row}>
            <SampleShift shift={shift} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SampleShift({ shift }: { shift: ImportShift }) {
  const { employee, job, businessDate, clockIn, clockOut, hours, pay } = shift;
  const end = clockOut === null ? words.open : formatTime(clockOut);
  const details = [
    formatDay(businessDate),
    messages.imports.span(formatTime(clockIn), end),
    job,
    hoursText(hours),
  ];
  return (
    <>
      <span className={page.name}>{employee}</span>
      <span className={page.value}>{pay === null ? words.payUnknown : formatMoney(pay)}</span>
      <span className={page.detail}>{details.filter(Boolean).join(' · ')}</span>
    </>
  );
}
