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

/** The style of charts on this device, in this colour scheme. */
export interface ChartStyle {
  /** Series colours in order; distinguishable for colour-blind people. */
  palette: readonly string[];
  /** The compared period. */
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

/** Common to all charts: colours, type, motion, text for screen readers, values on tap. */
export function baseOption(style: ChartStyle, description: string): ChartOption {
  return {
    animation: !style.reducedMotion,
    animationDuration: 300,
    color: [...style.palette],
    textStyle: { fontFamily: style.fontFamily, fontSize: style.fontSize, color: style.text },
    aria: { enabled: true, label: { description } },
  };
}

/** Tooltip in the colours of the page; it never leaves the chart. */
export function tooltip(style: ChartStyle, trigger: 'axis' | 'item', format: Format) {
  return {
    trigger,
    confine: true,
    backgroundColor: style.surface,
    borderColor: style.grid,
    textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: style.fontSize },
    valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
  } satisfies TooltipComponentOption;
}

/** Axis of names: no ticks, and no more labels than fit. */
export function categoryAxis(style: ChartStyle, names: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...names],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: style.grid } },
    axisLabel: { color: style.text, fontSize: style.fontSize, hideOverlap: true },
  };
}

/** Axis of values: faint lines, few of them. */
export function valueAxis(style: ChartStyle, format: Format) {
  return {
    type: 'value' as const,
    splitNumber: 3,
    splitLine: { lineStyle: { color: style.grid } },
    axisLabel: {
      color: style.text,
      fontSize: style.fontSize,
      hideOverlap: true,
      formatter: (value: number) => format(value),
    },
  };
}

/** Legend above the plot; it pages when names are many or long. */
export function legend(style: ChartStyle) {
  return {
    type: 'plain',
    top: 0,
    left: 0,
    icon: 'roundRect',
    itemWidth: style.fontSize,
    itemHeight: style.fontSize * 0.75,
    itemGap: style.fontSize,
    textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: style.fontSize },
  } satisfies LegendComponentOption;
}

/** Room for the plot; `legendRows` lines are kept free above it. */
export function plotArea(style: ChartStyle, legendRows: number) {
  return {
    left: 4,
    right: 12,
    top: style.fontSize + legendRows * style.fontSize * 2,
    bottom: 4,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  } satisfies GridComponentOption;
}
