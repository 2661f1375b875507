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
  /** Small: names at the ends of the lines instead of a legend, for a glance. */
  small?: boolean;
}

/** The current period first; the legend's keys are solid and dashed like the curves. */
function lineLegend({ current, comparison }: LineChart, style: ChartStyle) {
  const { icon: _, ...rest } = legend(style);
  const names = comparison === undefined ? [current.name] : [current.name, comparison.name];
  return { ...rest, data: names, itemWidth: style.fontSize * 2 };
}

/** The name of a line above its end. */
function nameAtEnd(style: ChartStyle, color: string) {
  return {
    endLabel: {
      show: true,
      formatter: '{a}',
      color,
      fontFamily: style.fontFamily,
      fontSize: style.fontSize,
      align: 'right' as const,
      verticalAlign: 'bottom' as const,
      distance: 0,
      offset: [0, -style.fontSize / 3],
    },
    labelLayout: { moveOverlap: 'shiftY' as const },
  };
}

/** Values up to the last one that is there: a line ends where its name stands. */
function untilLast(values: Series['values']): (number | null)[] {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

/** ECharts option of a line chart. */
export function lineOption(chart: LineChart, style: ChartStyle): ChartOption {
  const [first = style.text] = style.palette;
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
            color: style.comparison,
            lineStyle: { color: style.comparison, type: 'dashed' as const, width: 2 },
            ...(small ? nameAtEnd(style, style.text) : {}),
          },
        ];
  const values = valueAxis(style, chart.formatAxis);
  const plot = plotArea(style, small ? 0 : 1);
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    ...(small ? {} : { legend: lineLegend(chart, style) }),
    // Room for the name of a line that ends at the top.
    grid: small ? { ...plot, top: style.fontSize * 1.75 } : plot,
    xAxis: { ...categoryAxis(style, chart.categories), boundaryGap: false },
    yAxis: small ? { ...values, splitNumber: 2 } : values,
    series: [
      ...comparison,
      {
        type: 'line',
        name: chart.current.name,
        data: small ? untilLast(chart.current.values) : [...chart.current.values],
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: chart.current.values.filter((value) => value !== null).length === 1,
        color: first,
        lineStyle: { color: first, width: 3 },
        ...(small ? nameAtEnd(style, style.text) : {}),
      },
    ],
  };
}
