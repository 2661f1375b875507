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

/** Most bars that carry labels beside each other; the values of more are shown on tap. */
const LABELLED = 6;

/** Widest bars in px, where a single category has all the room and elsewhere. */
const WIDE = 72;
const USUAL = 32;

/** Bars by hour or by day, beside the compared period. */
interface BarChart {
  description: string;
  categories: readonly string[];
  series: readonly Series[];
  comparison?: Series | undefined;
  /** A line across all bars. */
  target?: { name: string; value: number } | undefined;
  /** Bars above it are cut. */
  most?: number | undefined;
  /** Values in the tooltip. */
  format: Format;
  /** Values on the bars and the axis: without decimals. */
  formatLabel: Format;
  formatAxis: Format;
}

/** Whether a value lies above a limit. */
function exceed(values: Series['values'], most: number): boolean {
  return values.some((value) => value !== null && value > most);
}

/** ECharts option of a bar chart. Only the first series carries labels, where there is room. */
export function barOption(chart: BarChart, style: ChartStyle): ChartOption {
  const groups = chart.series.length + (chart.comparison === undefined ? 0 : 1);
  const bars = chart.categories.length * groups;
  const width = chart.categories.length === 1 ? WIDE : USUAL;
  const comparison =
    chart.comparison === undefined
      ? []
      : [
          {
            type: 'bar' as const,
            name: chart.comparison.name,
            data: [...chart.comparison.values],
            color: 'transparent',
            itemStyle: {
              borderColor: style.comparison,
              borderType: 'dashed' as const,
              borderWidth: 1.5,
              borderRadius: [4, 4, 0, 0],
            },
            barMaxWidth: width,
          },
        ];
  const { target, most } = chart;
  const line =
    target === undefined
      ? []
      : [
          {
            type: 'line' as const,
            name: target.name,
            data: chart.categories.map(() => target.value),
            symbol: 'none',
            color: style.text,
            lineStyle: { color: style.text, width: 1.5 },
          },
        ];
  const isCut = most !== undefined && chart.series.some(({ values }) => exceed(values, most));
  const named = groups + line.length > 1;
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    ...(named ? { legend: legend(style) } : {}),
    grid: plotArea(style, named ? 1 : 0),
    xAxis: categoryAxis(style, chart.categories),
    yAxis: {
      ...valueAxis(style, chart.formatAxis),
      ...(isCut ? { max: most, interval: most / 4 } : {}),
    },
    series: [
      ...chart.series.map((series, index) => ({
        type: 'bar' as const,
        name: series.name,
        data: [...series.values],
        itemStyle: { borderRadius: [4, 4, 0, 0] },
        barMaxWidth: width,
        label: {
          show: index === 0 && bars <= LABELLED,
          position: 'top' as const,
          color: style.text,
          fontFamily: style.fontFamily,
          fontSize: style.fontSize,
          formatter: ({ value }: { value?: unknown }) =>
            typeof value === 'number' && value !== 0 ? chart.formatLabel(value) : '',
        },
      })),
      ...comparison,
      ...line,
    ],
  };
}
