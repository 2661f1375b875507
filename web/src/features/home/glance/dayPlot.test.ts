import { describe, expect, it } from 'vitest';
import { dayPlot, momentAt, stepOf } from './dayPlot';

const curve = {
  moments: ['11 AM', '12 PM', 'Now', '1 PM', '2 PM'],
  axis: ['11 AM', '12 PM', 'Now', '1 PM', '2 PM'],
  today: [0, 400, 1000, null, null],
  lastWeek: [0, 500, 800, 1200, 2000],
};

describe('dayPlot', () => {
  it('ends today at now, and last week with the day', () => {
    const { today, lastWeek } = dayPlot(curve);
    expect(today?.points).toBe('0,100 25,80 50,50');
    expect(today?.end).toEqual({ x: 50, y: 50 });
    expect(lastWeek?.end).toEqual({ x: 100, y: 0 });
  });

  it('names today outside of the two lines', () => {
    expect(dayPlot(curve).today?.above).toBe(true);
    expect(dayPlot({ ...curve, today: [0, 400, 700, null, null] }).today?.above).toBe(false);
  });

  it('keeps the names of near ends apart', () => {
    const above = (today: (number | null)[]) => {
      const plot = dayPlot({ ...curve, today });
      return [plot.today?.above, plot.lastWeek?.above];
    };
    expect(above([0, 400, 1000, null, null])).toEqual([true, true]);
    expect(above([0, 400, 1000, 1200, 1900])).toEqual([false, true]);
    expect(above([0, 400, 1000, 1200, 2000])).toEqual([true, false]);
  });

  it('names six moments at most', () => {
    const moments = Array.from({ length: 17 }, (_, hour) => String(hour));
    const values = moments.map(Number);
    const { moments: named } = dayPlot({
      moments,
      axis: moments,
      today: values,
      lastWeek: values,
    });
    expect(named.map(({ name }) => name)).toEqual(['0', '3', '6', '9', '12', '15']);
    expect(named.at(-1)?.x).toBe(93.75);
  });

  it('holds the 36 hours of the longest day', () => {
    const values = Array.from({ length: 36 }, (_, hour) => hour);
    const axis = values.map(String);
    const plot = dayPlot({
      moments: axis.map((hour) => `${hour} h`),
      axis,
      today: values,
      lastWeek: values,
    });
    expect(plot.moments.map(({ name }) => name)).toEqual(['0', '6', '12', '18', '24', '30']);
    expect(plot.today?.end).toEqual({ x: 100, y: 12.5 });
  });

  it('draws no line without values, and refunds on the axis', () => {
    const { today, lastWeek } = dayPlot({
      moments: ['11 AM', '12 PM'],
      axis: ['11 AM', '12 PM'],
      today: [-20, 10],
      lastWeek: [null, null],
    });
    expect(today?.points).toBe('0,100 100,0');
    expect(lastWeek).toBeNull();
  });
});

describe('stepOf', () => {
  it.each([
    [14_955, 10_000],
    [9_000, 5_000],
    [4_100, 2_500],
    [3_900, 2_000],
    [2_000, 1_000],
    [7, 5],
    [0, 0.5],
  ])('reaches %d in two steps of %d', (largest, step) => {
    expect(stepOf(largest)).toBe(step);
  });
});

describe('momentAt', () => {
  it('is the nearest moment, and never beyond the ends', () => {
    expect([-5, 0, 12, 13, 60, 99, 120].map((x) => momentAt(x, 5))).toEqual([0, 0, 0, 1, 2, 4, 4]);
  });
});
