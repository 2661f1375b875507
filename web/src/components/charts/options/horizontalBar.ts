import {
  baseOption,
  type ChartLook,
  type ChartOption,
  categoryAxis,
  type Format,
  plotArea,
  tooltip,
  valueAxis,
} from './look';

/** A ranking: the largest on top, each bar with its value. */
export interface HorizontalBarChart {
  description: string;
  /** Name of what the values are. */
  name: string;
  items: readonly { name: string; value: number }[];
  format: Format;
  /** Values on the bars: without decimals. */
  formatLabel: Format;
}

/** Longest name on the axis, in characters; the list beside the chart has it in full. */
const NAME_LENGTH = 18;

/** A name cut to what an axis holds. */
export function shortName(name: string): string {
  return name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…`;
}

/** ECharts option of a ranking, largest first. */
export function horizontalBarOption(chart: HorizontalBarChart, look: ChartLook): ChartOption {
  const ranked = [...chart.items].sort((a, b) => b.value - a.value);
  return {
    ...baseOption(look, chart.description),
    tooltip: tooltip(look, 'axis', chart.format),
    grid: { ...plotArea(look, 0), top: 4, right: look.fontSize * 5 },
    xAxis: {
      ...valueAxis(look, chart.formatLabel),
      axisLabel: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      ...categoryAxis(
        look,
        ranked.map((item) => item.name),
      ),
      inverse: true,
      axisLabel: { color: look.text, fontSize: look.fontSize, formatter: shortName, interval: 0 },
    },
    series: [
      {
        type: 'bar',
        name: chart.name,
        data: ranked.map((item) => item.value),
        barMaxWidth: 20,
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          color: look.text,
          fontFamily: look.fontFamily,
          fontSize: look.fontSize,
          formatter: ({ value }: { value?: unknown }) =>
            typeof value === 'number' ? chart.formatLabel(value) : '',
        },
      },
    ],
  };
}
