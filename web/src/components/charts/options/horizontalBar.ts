import {
  baseOption,
  type ChartOption,
  type ChartStyle,
  categoryAxis,
  type Format,
  plotArea,
  tooltip,
  valueAxis,
} from './style';

/** A ranking: the largest on top, each bar with its value. */
interface HorizontalBarChart {
  description: string;
  /** Name of the values. */
  name: string;
  /** The rest of a cut ranking stands last, whatever its value. */
  items: readonly { name: string; value: number; rest?: boolean }[];
  format: Format;
  /** Values on the bars: without decimals. */
  formatLabel: Format;
}

/** Longest name on the axis, in characters; the list beside the chart has it in full. */
const NAME_LENGTH = 18;

/** A name cut to the room on an axis. */
export function shortName(name: string): string {
  return name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…`;
}

/** ECharts option of a ranking, largest first. */
export function horizontalBarOption(chart: HorizontalBarChart, style: ChartStyle): ChartOption {
  const ranked = [...chart.items].sort(
    (a, b) => Number(a.rest ?? false) - Number(b.rest ?? false) || b.value - a.value,
  );
  const largest = Math.max(...ranked.map(({ value, rest }) => (rest ? 0 : value)));
  // A rest above every bar would dwarf them all: it is a note instead of a bar.
  const outgrown = ranked.some(({ value, rest }) => rest && value > largest);
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    grid: { ...plotArea(style, 0), top: 4, right: style.fontSize * 5 },
    xAxis: {
      ...valueAxis(style, chart.formatLabel),
      ...(outgrown ? { max: largest } : {}),
      axisLabel: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      ...categoryAxis(
        style,
        ranked.map((item) => item.name),
      ),
      inverse: true,
      axisLabel: { color: style.text, fontSize: style.fontSize, formatter: shortName, interval: 0 },
    },
    series: [
      {
        type: 'bar',
        name: chart.name,
        data: ranked.map(({ value, rest }) =>
          rest
            ? {
                value,
                itemStyle: { color: outgrown ? 'transparent' : style.comparison },
                ...(outgrown ? { label: { position: 'insideLeft' as const } } : {}),
              }
            : value,
        ),
        barMaxWidth: 20,
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          color: style.text,
          fontFamily: style.fontFamily,
          fontSize: style.fontSize,
          formatter: ({ value }: { value?: unknown }) =>
            typeof value === 'number' ? chart.formatLabel(value) : '',
        },
      },
    ],
  };
}
