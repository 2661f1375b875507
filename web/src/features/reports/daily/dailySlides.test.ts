import { describe, expect, it } from 'vitest';
import type { ChartStyle, Slide } from '@/components/charts';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import { pizza, tacos } from '@/testing/data/fixtures';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { comparedDays, reportAnswer } from '@/testing/data/reportTotals';
import type { SpanNames } from '../rows/comparison';
import { byDate, byLocation } from '../rows/members';
import { figureSlides, salesSlides } from './dailySlides';

const ids = reportOf('Daily').figureIds;
const style: ChartStyle = {
  palette: ['#111111'],
  comparison: '#999999',
  text: '#000000',
  grid: '#eeeeee',
  surface: '#ffffff',
  fontFamily: 'Inter',
  fontSize: 12,
  reducedMotion: true,
};
const before: SpanNames = { long: 'the same days last week', short: 'Last week' };

function span(count: number, posIDs: readonly string[]) {
  const rows = Array.from({ length: count }, (_, index) =>
    posIDs.map((posID) =>
      dailyRow(
        posID,
        `2026-10-${String(index + 1).padStart(2, '0')}`,
        { grossSales: 100 + index, grossCost: 30, grossLabor: 30, grossProfit: 40 },
        { compared: { ...comparedDays, ...dailyFigures({ grossSales: 90 }) } },
      ),
    ),
  ).flat();
  return {
    total: summarize(ids, rows),
    dates: byDate(rows, ids, 'GROSS_SALES', 'day'),
    locations: byLocation(reportAnswer('Daily', rows).locationTotals, ids, 'GROSS_SALES', [
      pizza,
      tacos,
    ]),
  };
}

function keys(slides: readonly Slide[]): string[] {
  return slides.map(({ key }) => key);
}

function kindOf(slide: Slide | undefined): unknown {
  const series = slide?.build?.(style).series as { type: string }[] | undefined;
  return series?.[0]?.type;
}

describe('slides of the sales tab', () => {
  it('set one day against the week before', () => {
    const slides = salesSlides(span(1, ['demo-pizza']), before);
    expect(keys(slides)).toEqual(['spans', 'parts']);
    expect(slides[0]?.title).toBe('Compared with the same days last week');
  });

  it('compare locations where there are several', () => {
    const slides = salesSlides(span(1, ['demo-pizza', 'demo-tacos']), before);
    expect(keys(slides).at(-1)).toMatch(/^shares/);
  });

  it('draw days as bars while they are few, then as a line', () => {
    expect(kindOf(salesSlides(span(7, ['demo-pizza']), before)[0])).toBe('bar');
    expect(kindOf(salesSlides(span(20, ['demo-pizza']), before)[0])).toBe('line');
  });

  it('are one to three, none of them twice', () => {
    for (const days of [1, 7, 31]) {
      for (const posIDs of [['demo-pizza'], ['demo-pizza', 'demo-tacos']]) {
        const shown = keys(salesSlides(span(days, posIDs), before));
        expect(shown.length).toBeLessThanOrEqual(3);
        expect(new Set(shown).size).toBe(shown.length);
      }
    }
  });

  it('are empty without sales', () => {
    const rows = [dailyRow('a', '2026-10-01', {})];
    const slides = salesSlides(
      {
        total: summarize(ids, rows),
        dates: byDate(rows, ids, 'GROSS_SALES', 'day'),
        locations: [],
      },
      before,
    );
    expect(slides.find(({ key }) => key === 'parts')?.build).toBeNull();
  });
});

describe('slides of one figure', () => {
  it('show it by day beside the compared span, and by location', () => {
    const slides = figureSlides('GROSS_SALES', span(7, ['demo-pizza', 'demo-tacos']), before);
    expect(slides).toHaveLength(3);
    const [byDay] = slides;
    expect(byDay?.title).toBe('Gross sales by date');
    expect(byDay?.build?.(style).series).toMatchObject([
      { name: 'Gross sales' },
      { name: 'Last week', data: Array(7).fill(180) },
    ]);
  });

  it('have the same data as a table', () => {
    const [byDay] = figureSlides('GROSS_SALES', span(2, ['demo-pizza']), before);
    expect(byDay?.table.columns).toEqual(['Date', 'Gross sales', 'Last week']);
    expect(byDay?.table.rows.map(({ name, values }) => [name, ...values])).toEqual([
      ['Thu, Oct 1', '$100.00', '$90.00'],
      ['Fri, Oct 2', '$101.00', '$90.00'],
    ]);
  });
});
