import { describe, expect, it } from 'vitest';
import type { ChartLook, Slide } from '@/components/charts';
import { summarizeDaily } from '@/lib/numbers';
import { pizza, tacos } from '@/testing/fixtures';
import { dailyFigures, dailyRow } from '@/testing/reportRows';
import { groupByDate, groupByLocation } from './dailyGroups';
import { metricSlides, salesSlides } from './dailySlides';
import { metrics } from './metrics';

const look: ChartLook = {
  palette: ['#111111'],
  comparison: '#999999',
  text: '#000000',
  grid: '#eeeeee',
  surface: '#ffffff',
  fontFamily: 'Inter',
  fontSize: 12,
  reducedMotion: true,
};

function days(count: number, posIDs: readonly string[]) {
  return Array.from({ length: count }, (_, index) =>
    posIDs.map((posID) =>
      dailyRow(
        posID,
        `2026-10-${String(index + 1).padStart(2, '0')}`,
        { grossSales: 100 + index, grossCost: 30, grossLabor: 30, grossProfit: 40 },
        { lastWeek: dailyFigures({ grossSales: 90 }) },
      ),
    ),
  ).flat();
}

function slidesOf(count: number, posIDs: readonly string[]): Slide[] {
  const rows = days(count, posIDs);
  return salesSlides(
    groupByDate(rows, 'day'),
    groupByLocation(rows, [pizza, tacos]),
    summarizeDaily(rows),
    'By day',
  );
}

function kindOf(slide: Slide | undefined): unknown {
  const series = slide?.build?.(look).series as { type: string }[] | undefined;
  return series?.[0]?.type;
}

describe('slides of the sales tab', () => {
  it('set one day against the week before', () => {
    expect(slidesOf(1, ['demo-pizza']).map(({ key }) => key)).toEqual([
      'figures',
      'where-sales-go',
    ]);
  });

  it('compare locations where there are several', () => {
    expect(slidesOf(1, ['demo-pizza', 'demo-tacos']).at(-1)?.key).toBe('location-shares');
  });

  it('draw days as bars while they are few, then as a line', () => {
    expect(kindOf(slidesOf(7, ['demo-pizza'])[0])).toBe('bar');
    expect(kindOf(slidesOf(20, ['demo-pizza'])[0])).toBe('line');
  });

  it('never show the same chart twice', () => {
    const keys = slidesOf(31, ['demo-pizza']).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have nothing to draw where nothing was sold', () => {
    const rows = [dailyRow('a', '2026-10-01', {})];
    const slides = salesSlides(groupByDate(rows, 'day'), [], summarizeDaily(rows), 'By day');
    expect(slides.find(({ key }) => key === 'where-sales-go')?.build).toBeNull();
  });
});

describe('slides of a history tab', () => {
  const rows = days(7, ['demo-pizza', 'demo-tacos']);

  it('show the metric by day, on the week before, and by location', () => {
    const slides = metricSlides(
      metrics.grossSales,
      groupByDate(rows, 'day'),
      groupByLocation(rows, [pizza, tacos]),
      'By day',
    );
    expect(slides.map(({ key }) => key)).toEqual(['by-date', 'against-last-week', 'by-location']);
    const option = slides[1]?.build?.(look);
    expect(option?.series).toMatchObject([
      { name: 'Last week', data: Array(7).fill(180) },
      { name: 'This period' },
    ]);
  });
});
