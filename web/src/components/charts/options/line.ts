import {
  baseOption,
  type ChartOption,
  type ChartStyle,
  categoryAxis,
  type Format,
  legend,
  plotArea,
  type Series,
  tooltip,
  valueAxis,
} from './style';

/** A solid curve over hours or days, on the dashed curve of the compared period. */
interface LineChart {
  description: string;
  categories: readonly string[];
  current: Series;
  comparison?: Series | undefined;
  /** Values in the tooltip. */
  format: Format;
  formatAxis: Format;
}

/** The current period first; the legend's keys are solid and dashed like the curves. */
function lineLegend({ current, comparison }: LineChart, style: ChartStyle) {
  const { icon: _, ...rest } = legend(style);
  const names = comparison === undefined ? [current.name] : [current.name, comparison.name];
  return { ...rest, data: names, itemWidth: style.fontSize * 2 };
}

/** ECharts option of a line chart. */
export function lineOption(chart: LineChart, style: ChartStyle): ChartOption {
  const [first = style.text] = style.palette;
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
            color: style.comparison,
            lineStyle: { color: style.comparison, type: 'dashed' as const, width: 2 },
          },
        ];
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    legend: lineLegend(chart, style),
    grid: plotArea(style, 1),
    xAxis: { ...categoryAxis(style, chart.categories), boundaryGap: false },
    yAxis: valueAxis(style, chart.formatAxis),
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
