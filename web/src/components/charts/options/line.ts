import {
  baseOption,
  type ChartLook,
  type ChartOption,
  categoryAxis,
  type Format,
  legend,
  plotArea,
  type Series,
  tooltip,
  valueAxis,
} from './look';

/** A curve over hours or days, solid, on the period it is compared with, dashed. */
interface LineChart {
  description: string;
  categories: readonly string[];
  current: Series;
  comparison?: Series | undefined;
  /** Values in the tooltip. */
  format: Format;
  formatAxis: Format;
  /** Small: no value axis and no legend, for a glance. */
  small?: boolean;
}

/** The current period first; the keys are drawn as the curves are, solid and dashed. */
function lineLegend({ current, comparison }: LineChart, look: ChartLook) {
  const { icon: _, ...rest } = legend(look);
  const names = comparison === undefined ? [current.name] : [current.name, comparison.name];
  return { ...rest, data: names, itemWidth: look.fontSize * 2 };
}

/** ECharts option of a line chart. */
export function lineOption(chart: LineChart, look: ChartLook): ChartOption {
  const [first = look.text] = look.palette;
  const small = chart.small ?? false;
  const comparison =
    chart.comparison === undefined
      ? []
      : [
          {
            type: 'line' as const,
            name: chart.comparison.name,
            data: [...chart.comparison.values],
            symbol: 'none',
            connectNulls: true,
            color: look.comparison,
            lineStyle: { color: look.comparison, type: 'dashed' as const, width: 2 },
          },
        ];
  const values = valueAxis(look, chart.formatAxis);
  return {
    ...baseOption(look, chart.description),
    tooltip: tooltip(look, 'axis', chart.format),
    ...(small ? {} : { legend: lineLegend(chart, look) }),
    grid: plotArea(look, small ? 0 : 1),
    xAxis: { ...categoryAxis(look, chart.categories), boundaryGap: false },
    yAxis: small ? { ...values, axisLabel: { show: false } } : values,
    series: [
      ...comparison,
      {
        type: 'line',
        name: chart.current.name,
        data: [...chart.current.values],
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: chart.current.values.filter((value) => value !== null).length === 1,
        color: first,
        lineStyle: { color: first, width: 3 },
      },
    ],
  };
}
