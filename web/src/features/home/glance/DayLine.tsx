import { useClickOutside } from '@mantine/hooks';
import { memo, type PointerEvent, useMemo, useState } from 'react';
import { messages } from '@/lib/messages';
import { formatAxisMoney, formatMoney } from '@/lib/money';
import type { DayCurve } from '../today/today';
import classes from './DayLine.module.css';
import { DayTable } from './DayTable';
import { type DayPlot, dayPlot, momentAt } from './dayPlot';

const words = messages.chartWords;

/** Today's sales as a line on last week's, with the values of a moment on tap; as a table for screen readers. */
export const DayLine = memo(function DayLine({ curve }: { curve: DayCurve }) {
  const plot = useMemo(() => dayPlot(curve), [curve]);
  const [touched, setTouched] = useState<number | null>(null);
  const area = useClickOutside<HTMLDivElement>(() => setTouched(null));
  const touch = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setTouched(momentAt((100 * (clientX - left)) / width, curve.moments.length));
  };
  return (
    <>
      <div className={classes.root} aria-hidden>
        <div className={classes.values}>
          {plot.ticks.map((value) => (
            <span key={value}>{formatAxisMoney(value)}</span>
          ))}
        </div>
        <div
          ref={area}
          className={classes.area}
          onPointerDown={touch}
          onPointerMove={touch}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === 'mouse') setTouched(null);
          }}
        >
          <Lines plot={plot} />
          {touched !== null && curve.moments[touched] !== undefined && (
            <Values curve={curve} index={touched} />
          )}
        </div>
        <div className={classes.moments}>
          {plot.moments.map(({ name, x }) => (
            <span key={x} style={{ left: `${x}%` }}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <DayTable curve={curve} />
    </>
  );
});

function Lines({ plot: { today, lastWeek } }: { plot: DayPlot }) {
  const named = [
    { name: words.lastWeek, line: lastWeek },
    { name: words.today, line: today },
  ];
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.lines}>
        <title>{messages.glance.salesThroughTheDay}</title>
        <path d="M0 0H100M0 50H100M0 100H100" className={classes.grid} />
        {lastWeek && <polyline points={lastWeek.points} className={classes.lastWeek} />}
        {today && <polyline points={today.points} className={classes.today} />}
      </svg>
      {named.map(
        ({ name, line }) =>
          line && (
            <span
              key={name}
              className={classes.name}
              data-below={!line.above || undefined}
              data-start={line.end.x < 20 || undefined}
              style={{ left: `${line.end.x}%`, top: `${line.end.y}%` }}
            >
              {name}
            </span>
          ),
      )}
    </>
  );
}

/** The values of a moment, and a line through it. */
function Values({ curve, index }: { curve: DayCurve; index: number }) {
  const x = (100 * index) / Math.max(curve.moments.length - 1, 1);
  const [today, lastWeek] = [curve.today[index] ?? null, curve.lastWeek[index] ?? null];
  return (
    <>
      <span className={classes.cursor} style={{ left: `${x}%` }} />
      <dl className={classes.touched} style={x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` }}>
        <dt>{curve.moments[index]}</dt>
        {today !== null && <dd>{`${words.today} ${formatMoney(today)}`}</dd>}
        {lastWeek !== null && <dd>{`${words.lastWeek} ${formatMoney(lastWeek)}`}</dd>}
      </dl>
    </>
  );
}
