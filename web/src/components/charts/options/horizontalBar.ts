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
interface HorizontalBarChart {
  description: string;
  /** Name of what the values are. */
  name: string;
  /** The rest of a cut ranking stands last, whatever its value. */
  items: readonly { name: string; value: number; rest?: boolean }[];
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
  const ranked = [...chart.items].sort(
    (a, b) => Number(a.rest ?? false) - Number(b.rest ?? false) || b.value - a.value,
  );
  const largest = Math.max(...ranked.map(({ value, rest }) => (rest ? 0 : value)));
  // A rest that outgrows every bar would make them all look like nothing: it is said, not drawn.
  const outgrown = ranked.some(({ value, rest }) => rest && value > largest);
  return {
    ...baseOption(look, chart.description),
    tooltip: tooltip(look, 'axis', chart.format),
    grid: { ...plotArea(look, 0), top: 4, right: look.fontSize * 5 },
    xAxis: {
      ...valueAxis(look, chart.formatLabel),
      ...(outgrown ? { max: largest } : {}),
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
        data: ranked.map(({ value, rest }) =>
          rest
            ? {
                value,
                itemStyle: { color: outgrown ? 'transparent' : look.comparison },
                ...(outgrown ? { label: { position: 'insideLeft' as const } } : {}),
              }
            : value,
        ),
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
