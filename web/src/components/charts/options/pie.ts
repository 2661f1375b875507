import { messages } from '@/lib/messages';
import { formatPiePercent } from '@/lib/numbers';
import { shortName } from './horizontalBar';
import {
  baseOption,
  type ChartOption,
  type ChartStyle,
  type Format,
  legend,
  tooltip,
} from './style';

/** Shares of a whole. */
interface PieChart {
  description: string;
  name: string;
  slices: readonly { name: string; value: number }[];
  format: Format;
}

/** Most slices that stay distinguishable; the rest is one slice. */
const SLICES = 6;

/** Degrees below which a slice has no label beside it: they would cover each other. */
const SMALLEST_LABELLED = 18;

/** A slice and the index of its colour; the rest has none of its own. */
interface Slice {
  name: string;
  value: number;
  colour: number | null;
}

/**
 * Largest slices first; those past the sixth are one slice, 'Other'. Only values above 0. If all fit, each keeps the
 * colour of its index, so that it has the same one in every chart of its kind.
 */
export function largestSlices(slices: PieChart['slices']): Slice[] {
  const ranked: Slice[] = slices
    .map((slice, colour) => ({ ...slice, colour }))
    .filter((slice) => slice.value > 0)
    .sort((a, b) => b.value - a.value);
  if (ranked.length <= SLICES) {
    return ranked;
  }
  const rest = ranked.slice(SLICES - 1).reduce((sum, slice) => sum + slice.value, 0);
  return [
    ...ranked.slice(0, SLICES - 1).map((slice, colour) => ({ ...slice, colour })),
    { name: messages.chartWords.other, value: rest, colour: null },
  ];
}

/** The legend takes a line for every two names; the ring takes the rest. */
function placeUnderLegend(names: number) {
  const lines = Math.ceil(names / 2);
  return {
    radius: [`${42 - lines * 4}%`, `${68 - lines * 5}%`],
    center: ['50%', `${53 + lines * 3}%`],
  };
}

/** ECharts option of a pie; each slice is labelled with its percentage, two decimals. */
export function pieOption(chart: PieChart, style: ChartStyle): ChartOption {
  const slices = largestSlices(chart.slices);
  return {
    ...baseOption(style, chart.description),
    tooltip: tooltip(style, 'item', chart.format),
    legend: { ...legend(style), formatter: shortName },
    series: [
      {
        type: 'pie',
        name: chart.name,
        ...placeUnderLegend(slices.length),
        data: slices.map(({ name, value, colour }) => ({
          name,
          value,
          itemStyle: {
            color:
              colour === null ? style.comparison : style.palette[colour % style.palette.length],
          },
        })),
        itemStyle: { borderColor: style.surface, borderWidth: 2 },
        minShowLabelAngle: SMALLEST_LABELLED,
        label: {
          color: style.text,
          fontFamily: style.fontFamily,
          fontSize: style.fontSize,
          overflow: 'none',
          bleedMargin: 0,
          distanceToLabelLine: 2,
          formatter: ({ percent }: { percent?: number }) => formatPiePercent(percent ?? 0),
        },
        labelLine: { lineStyle: { color: style.comparison }, length: 8, length2: 8 },
      },
    ],
  };
}
