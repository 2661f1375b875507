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

/** A ranking: the largest on top, each bar with its value; those below 0 reach to the left. */
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

/** A bar in two pieces: its value is beyond the axis. */
function broken({ comparison: color, surface }: ChartStyle) {
  const stop = (offset: number, of: string) => ({ offset, color: of });
  const colorStops = [
    stop(0, color),
    stop(0.8, color),
    stop(0.8, surface),
    stop(0.84, surface),
    stop(0.84, color),
    stop(1, color),
  ];
  return { type: 'linear' as const, x: 0, y: 0, x2: 1, y2: 0, colorStops };
}

/** The end of a bar is round, on whichever side of 0 it lies. */
const roundRight = [0, 4, 4, 0];
const roundLeft = [4, 0, 0, 4];

/** ECharts option of a ranking, largest first. */
export function horizontalBarOption(chart: HorizontalBarChart, style: ChartStyle): ChartOption {
  const ranked = [...chart.items].sort(
    (a, b) => Number(a.rest ?? false) - Number(b.rest ?? false) || b.value - a.value,
  );
  const largest = Math.max(...ranked.map(({ value, rest }) => (rest ? 0 : value)));
  // A rest above every bar would dwarf them all: its bar is broken.
  const outgrown = ranked.some(({ value, rest }) => rest && value > largest);
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'axis', chart.format),
    grid: { ...plotArea(style, 0), top: 4, right: style.fontSize * 5.5 },
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
      // Names at 0 would lie on the bars that reach to the left.
      axisLine: { lineStyle: { color: style.grid }, onZero: false },
      axisLabel: { color: style.text, fontSize: style.fontSize, formatter: shortName, interval: 0 },
    },
    series: [
      {
        type: 'bar',
        name: chart.name,
        data: ranked.map(({ value, rest }) => {
          const color = rest && { color: outgrown ? broken(style) : style.comparison };
          const shape = value < 0 && { borderRadius: roundLeft };
          return color || shape ? { value, itemStyle: { ...color, ...shape } } : value;
        }),
        barMaxWidth: 20,
        itemStyle: { borderRadius: roundRight },
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
