import { shortName } from './horizontalBar';
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

/** Parts on top of each other, or in one row, with a legend. */
interface StackedBarChart {
  description: string;
  categories: readonly string[];
  series: readonly Series[];
  format: Format;
  formatAxis: Format;
  horizontal?: boolean;
}

/** Names that fit a line of the legend on a phone. */
const NAMES_A_LINE = 4;

/** ECharts option of stacked bars. */
export function stackedBarOption(chart: StackedBarChart, style: ChartStyle): ChartOption {
  const names = categoryAxis(style, chart.categories);
  const values = valueAxis(style, chart.formatAxis);
  const horizontal = chart.horizontal ?? false;
  const lying = {
    ...names,
    inverse: true,
    axisLabel: { ...names.axisLabel, hideOverlap: false, interval: 0, formatter: shortName },
  };
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    legend: legend(style),
    grid: plotArea(style, Math.ceil(chart.series.length / NAMES_A_LINE)),
    xAxis: horizontal ? values : names,
    yAxis: horizontal ? lying : values,
    series: chart.series.map((series) => ({
      type: 'bar' as const,
      name: series.name,
      stack: 'total',
      data: [...series.values],
      barMaxWidth: horizontal ? 20 : 32,
      itemStyle: { borderColor: style.surface, borderWidth: 1 },
    })),
  };
}
