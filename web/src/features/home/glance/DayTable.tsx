import { VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import type { DayCurve } from '../today/today';

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? messages.figures.none : formatMoney(value);
}

/** The curve of the day as a table, for screen readers. */
export function DayTable({ curve }: { curve: DayCurve }) {
  const { today, lastWeek } = messages.chartWords;
  return (
    <VisuallyHidden>
      <table>
        <caption>{messages.glance.salesThroughTheDay}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.glance.time}</th>
            <th scope="col">{today}</th>
            <th scope="col">{lastWeek}</th>
          </tr>
        </thead>
        <tbody>
          {curve.moments.map((moment, index) => (
            <tr key={moment}>
              <th scope="row">{moment}</th>
              <td>{cell(curve.today[index])}</td>
              <td>{cell(curve.lastWeek[index])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
