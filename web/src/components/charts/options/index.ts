export { type BarChart, barOption } from './bar';
export { type HorizontalBarChart, horizontalBarOption } from './horizontalBar';
export { type LineChart, lineOption } from './line';
export type { ChartLook, ChartOption, Format, Series } from './look';
export { type PieChart, pieOption } from './pie';
export { type StackedBarChart, stackedBarOption } from './stackedBar';
