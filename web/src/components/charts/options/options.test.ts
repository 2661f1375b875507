import { describe, expect, it } from 'vitest';
import { formatAxisMoney, formatMoney, formatWholeMoney } from '@/lib/money';
import { barOption } from './bar';
import { horizontalBarOption, shortName } from './horizontalBar';
import { lineOption } from './line';
import { largestSlices, pieOption } from './pie';
import { stackedBarOption } from './stackedBar';
import type { ChartOption, ChartStyle } from './style';

const style: ChartStyle = {
  palette: ['#111111', '#222222'],
  comparison: '#999999',
  text: '#000000',
  grid: '#eeeeee',
  surface: '#ffffff',
  fontFamily: 'Inter Variable',
  fontSize: 12,
  reducedMotion: false,
};

interface Drawn {
  type: string;
  name: string;
  data: unknown[];
  stack?: string;
  symbol?: string;
  showSymbol?: boolean;
  color?: string;
  lineStyle?: { type?: string; color?: string };
  endLabel?: { show: boolean };
  label?: { show: boolean; formatter: (at: object) => string };
}

function seriesOf(option: ChartOption): Drawn[] {
  return option.series as unknown as Drawn[];
}

function seriesAt(option: ChartOption, index: number): Drawn {
  const drawn = seriesOf(option)[index];
  if (drawn === undefined) {
    throw new Error(`no series ${index}`);
  }
  return drawn;
}

const line = {
  description: 'Sales today by hour',
  categories: ['11 AM', '12 PM'],
  current: { name: 'Today', values: [10, null] },
  comparison: { name: 'Last week', values: [8, 9] },
  format: formatMoney,
  formatAxis: formatAxisMoney,
};

describe('every chart', () => {
  it('describes itself to screen readers', () => {
    expect(lineOption(line, style).aria).toEqual({
      enabled: true,
      label: { description: 'Sales today by hour' },
    });
  });

  it('has no animation under reduced motion', () => {
    expect(lineOption(line, style).animation).toBe(true);
    expect(lineOption(line, { ...style, reducedMotion: true }).animation).toBe(false);
  });

  it('sizes axis text with the page', () => {
    const { xAxis } = lineOption(line, { ...style, fontSize: 24 });
    expect(xAxis).toMatchObject({ axisLabel: { fontSize: 24 } });
  });

  it('formats tooltip values, and shows a dash for none', () => {
    const { tooltip } = lineOption(line, style) as {
      tooltip: { valueFormatter: (value: unknown) => string };
    };
    expect(tooltip.valueFormatter(1234.5)).toBe('$1,234.50');
    expect(tooltip.valueFormatter(null)).toBe('–');
  });
});

describe('lineOption', () => {
  it('draws the current period solid over the dashed grey one', () => {
    const option = lineOption(line, style);
    expect(seriesAt(option, 0)).toMatchObject({
      name: 'Last week',
      data: [8, 9],
      lineStyle: { type: 'dashed', color: '#999999' },
    });
    expect(seriesAt(option, 1)).toMatchObject({
      name: 'Today',
      data: [10, null],
      color: '#111111',
    });
    expect(seriesAt(option, 1).lineStyle?.type).toBeUndefined();
  });

  it('shows a lone point, which no line would show', () => {
    expect(seriesAt(lineOption(line, style), 1).showSymbol).toBe(true);
    const longer = { ...line, current: { name: 'Today', values: [1, 2] } };
    expect(seriesAt(lineOption(longer, style), 1).showSymbol).toBe(false);
  });

  it('names the current period first', () => {
    expect(lineOption(line, style).legend).toMatchObject({ data: ['Today', 'Last week'] });
  });

  it('leaves out a missing comparison', () => {
    expect(seriesOf(lineOption({ ...line, comparison: undefined }, style))).toHaveLength(1);
  });
});

describe('barOption', () => {
  const bars = (count: number) => ({
    description: 'Sales by hour',
    categories: Array.from({ length: count }, (_, hour) => String(hour)),
    series: [{ name: 'Sales', values: Array.from({ length: count }, () => 1234.5) }],
    format: formatMoney,
    formatLabel: formatWholeMoney,
    formatAxis: formatAxisMoney,
  });

  it('labels bars without decimals, and not the empty ones', () => {
    const label = seriesAt(barOption(bars(3), style), 0).label;
    expect(label?.show).toBe(true);
    expect(label?.formatter({ value: 1234.5 })).toBe('$1,235');
    expect(label?.formatter({ value: 0 })).toBe('');
  });

  it('labels few bars only, and turns no label', () => {
    expect(seriesAt(barOption(bars(6), style), 0).label).toMatchObject({ show: true });
    expect(seriesAt(barOption(bars(7), style), 0).label).toMatchObject({ show: false });
    expect(JSON.stringify(barOption(bars(7), style))).not.toContain('rotate');
  });

  it('draws a target across the bars, and cuts those beyond the axis', () => {
    const target = { name: 'Target 30%', value: 30 };
    const option = barOption({ ...bars(3), target, most: 1000 }, style);
    expect(seriesAt(option, 1)).toMatchObject({ type: 'line', data: [30, 30, 30] });
    expect(option.legend).toBeDefined();
    expect(option.yAxis).toMatchObject({ max: 1000 });
    expect(barOption({ ...bars(3), most: 2000 }, style).yAxis).not.toHaveProperty('max');
  });

  it('puts the comparison last, with a legend', () => {
    const compared = { ...bars(3), comparison: { name: 'Last week', values: [1, 2, 3] } };
    const option = barOption(compared, style);
    expect(seriesAt(option, 1).name).toBe('Last week');
    expect(option.legend).toBeDefined();
    expect(barOption(bars(3), style).legend).toBeUndefined();
  });
});

describe('horizontalBarOption', () => {
  const option = horizontalBarOption(
    {
      description: 'Top items',
      name: 'Sales',
      items: [
        { name: 'Small', value: 5 },
        { name: 'A name far too long for the axis', value: 50 },
      ],
      format: formatMoney,
      formatLabel: formatWholeMoney,
    },
    style,
  );

  it('ranks from the top', () => {
    expect(seriesAt(option, 0).data).toEqual([50, 5]);
    expect(option.yAxis).toMatchObject({ inverse: true });
  });

  it('breaks the bar of a rest that outgrows all others', () => {
    const items = [
      { name: 'Soup', value: 50 },
      { name: 'Other', value: 5000, rest: true },
    ];
    const chart = { description: '', name: 'Sales', items, format: formatMoney };
    const broken = horizontalBarOption({ ...chart, formatLabel: formatWholeMoney }, style);
    expect(broken.xAxis).toMatchObject({ max: 50 });
    const [, rest] = seriesAt(broken, 0).data as { value: number; itemStyle: { color: object } }[];
    expect(rest?.value).toBe(5000);
    // Two pieces with a gap between them.
    expect(rest?.itemStyle.color).toMatchObject({
      type: 'linear',
      colorStops: [
        { color: '#999999' },
        { color: '#999999' },
        { color: '#ffffff' },
        { color: '#ffffff' },
        { color: '#999999' },
        { color: '#999999' },
      ],
    });
  });

  it('reaches to the left below 0, beside the names', () => {
    const items = [
      { name: 'Short', value: -3.25 },
      { name: 'Over', value: 1 },
    ];
    const chart = { description: '', name: 'Over or short', items, format: formatMoney };
    const balance = horizontalBarOption({ ...chart, formatLabel: formatMoney }, style);
    expect(seriesAt(balance, 0).data).toEqual([
      1,
      { value: -3.25, itemStyle: { borderRadius: [4, 0, 0, 4] } },
    ]);
    expect(balance.yAxis).toMatchObject({ axisLine: { onZero: false } });
  });

  it('cuts names for the axis only', () => {
    expect(option.yAxis).toMatchObject({ data: ['A name far too long for the axis', 'Small'] });
    expect(shortName('A name far too long for the axis')).toBe('A name far too lo…');
    expect(shortName('Margherita')).toBe('Margherita');
  });
});

describe('pieOption', () => {
  const slices = Array.from({ length: 8 }, (_, index) => ({
    name: `S${index}`,
    value: index,
  }));

  it('labels slices with a percentage of two decimals', () => {
    const option = pieOption(
      { description: 'Shares', name: 'Sales', slices, format: formatMoney },
      style,
    );
    expect(seriesAt(option, 0).label?.formatter({ percent: 33.333 })).toBe('33.33%');
  });

  it('keeps the largest and adds up the rest', () => {
    expect(largestSlices(slices).map(({ name, value }) => [name, value])).toEqual([
      ['S7', 7],
      ['S6', 6],
      ['S5', 5],
      ['S4', 4],
      ['S3', 3],
      ['Other', 3],
    ]);
    expect(largestSlices([{ name: 'Refunds', value: -3 }])).toEqual([]);
  });
});

describe('colours of a pie', () => {
  const option = (names: number) =>
    pieOption(
      {
        description: 'Shares',
        name: 'Sales',
        slices: Array.from({ length: names }, (_, index) => ({
          name: `S${index}`,
          value: index + 1,
        })),
        format: formatMoney,
      },
      style,
    );
  const colours = (names: number) =>
    (seriesAt(option(names), 0).data as { itemStyle: { color: string } }[]).map(
      ({ itemStyle }) => itemStyle.color,
    );

  it('stay with the names if all fit', () => {
    expect(colours(2)).toEqual(['#222222', '#111111']);
  });

  it('leave grey to the rest', () => {
    expect(colours(9).at(-1)).toBe('#999999');
  });
});

describe('stackedBarOption', () => {
  const chart = {
    description: 'Parts of sales',
    categories: ['Sales'],
    series: [
      { name: 'Cost', values: [1] },
      { name: 'Labor', values: [2] },
    ],
    format: formatMoney,
    formatAxis: formatAxisMoney,
  };

  it('stacks all series and names them in a legend', () => {
    const option = stackedBarOption(chart, style);
    expect(seriesOf(option).map((series) => series.stack)).toEqual(['total', 'total']);
    expect(option.legend).toBeDefined();
    expect(option.xAxis).toMatchObject({ type: 'category' });
  });

  it('lies down on demand', () => {
    const option = stackedBarOption({ ...chart, horizontal: true }, style);
    expect(option.xAxis).toMatchObject({ type: 'value' });
    expect(option.yAxis).toMatchObject({ type: 'category' });
  });
});
