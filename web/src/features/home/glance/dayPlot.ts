import type { DayCurve } from '../today/today';

/** Most names on the axis of moments. */
const MOST_MOMENTS = 6;
/** Ends nearer than this would have their names over each other, in percent of the width. */
const NEAR = 25;

/** A place in the plot, in percent from its left and its top. */
interface Place {
  x: number;
  y: number;
}

/** A line of the plot. */
interface Line {
  /** Points of an SVG polyline. */
  points: string;
  end: Place;
  /** Whether its name stands above its end, or below it. */
  above: boolean;
}

/** The curve of the day, drawn on a square of 100 by 100. */
export interface DayPlot {
  /** Values of the horizontal lines, in dollars, the largest first. */
  ticks: number[];
  moments: { name: string; x: number }[];
  today: Line | null;
  lastWeek: Line | null;
}

/** A step of which two reach the largest value: 1, 2, 2.5 or 5 times a power of ten. */
export function stepOf(largest: number): number {
  const half = Math.max(largest, 1) / 2;
  const power = 10 ** Math.floor(Math.log10(half));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= half) ?? 10;
  return factor * power;
}

/** Where the moments, values and lines of a curve stand. */
export function dayPlot({ axis, today, lastWeek }: DayCurve): DayPlot {
  const step = stepOf(Math.max(...[...today, ...lastWeek].map((value) => value ?? 0)));
  const xOf = (index: number) => (100 * index) / Math.max(axis.length - 1, 1);
  // Refunds before the first sale lie on the axis.
  const yOf = (value: number) => 100 - (50 * Math.max(value, 0)) / step;
  const placesOf = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => (value === null ? [] : { x: xOf(index), y: yOf(value) }));
  const [now, then] = [placesOf(today), placesOf(lastWeek)];
  const [nowEnd, thenEnd] = [now.at(-1), then.at(-1)];
  const near =
    nowEnd !== undefined && thenEnd !== undefined && Math.abs(nowEnd.x - thenEnd.x) < NEAR;
  const sold = today.findLastIndex((value) => value !== null);
  const behind = (today[sold] ?? 0) < (lastWeek[sold] ?? 0);
  const every = Math.ceil(axis.length / MOST_MOMENTS);
  return {
    ticks: [2 * step, step, 0],
    moments: axis
      .map((name, index) => ({ name, x: xOf(index) }))
      .filter((_, index) => index % every === 0),
    today: lineOf(now, !behind),
    lastWeek: lineOf(then, !near || behind),
  };
}

function lineOf(places: readonly Place[], above: boolean): Line | null {
  const end = places.at(-1);
  const points = places.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  return end === undefined ? null : { points, end, above };
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** The moment nearest to a place, in percent from the left. */
export function momentAt(x: number, count: number): number {
  const last = count - 1;
  return Math.min(Math.max(Math.round((x / 100) * last), 0), last);
}
