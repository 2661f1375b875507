import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

/** The options that the registered ECharts modules understand. */
export type ChartOption = ComposeOption<
  | AriaComponentOption
  | BarSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | LineSeriesOption
  | PieSeriesOption
  | TooltipComponentOption
>;

/** How a chart looks on this device, in this colour scheme. */
export interface ChartLook {
  /** Series colours in order; told apart by colour-blind people. */
  palette: readonly string[];
  /** The period compared with. */
  comparison: string;
  text: string;
  grid: string;
  surface: string;
  fontFamily: string;
  /** Axis text in px: 12 at the usual text size. */
  fontSize: number;
  reducedMotion: boolean;
}

/** A named row of values, one for each category; `null` where there is none. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
}

/** Writes a value: on an axis, on a bar, or in the tooltip. */
export type Format = (value: number) => string;

/** What every chart shares: colours, type, motion, what a screen reader is told, values on tap. */
export function baseOption(look: ChartLook, description: string): ChartOption {
  return {
    animation: !look.reducedMotion,
    animationDuration: 300,
    color: [...look.palette],
    textStyle: { fontFamily: look.fontFamily, fontSize: look.fontSize, color: look.text },
    aria: { enabled: true, label: { description } },
  };
}

/** Tooltip in the colours of the page; it never leaves the chart. */
export function tooltip(look: ChartLook, trigger: 'axis' | 'item', format: Format) {
  return {
    trigger,
    confine: true,
    backgroundColor: look.surface,
    borderColor: look.grid,
    textStyle: { color: look.text, fontFamily: look.fontFamily, fontSize: look.fontSize },
    valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
  } satisfies TooltipComponentOption;
}

/** Axis of names: no ticks, and no more labels than fit. */
export function categoryAxis(look: ChartLook, names: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...names],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.grid } },
    axisLabel: { color: look.text, fontSize: look.fontSize, hideOverlap: true },
  };
}

/** Axis of values: faint lines, few of them. */
export function valueAxis(look: ChartLook, format: Format) {
  return {
    type: 'value' as const,
    splitNumber: 3,
    splitLine: { lineStyle: { color: look.grid } },
    axisLabel: {
      color: look.text,
      fontSize: look.fontSize,
      hideOverlap: true,
      formatter: (value: number) => format(value),
    },
  };
}

/** Legend above the plot; it pages when names are many or long. */
export function legend(look: ChartLook) {
  return {
    type: 'plain',
    top: 0,
    left: 0,
    icon: 'roundRect',
    itemWidth: look.fontSize,
    itemHeight: look.fontSize * 0.75,
    itemGap: look.fontSize,
    textStyle: { color: look.text, fontFamily: look.fontFamily, fontSize: look.fontSize },
  } satisfies LegendComponentOption;
}

/** Room for the plot; `legendRows` lines are kept free above it. */
export function plotArea(look: ChartLook, legendRows: number) {
  return {
    left: 4,
    right: 12,
    top: look.fontSize + legendRows * look.fontSize * 2,
    bottom: 4,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  } satisfies GridComponentOption;
}
