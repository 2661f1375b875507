export { barOption } from './bar';
export { horizontalBarOption } from './horizontalBar';
export { lineOption } from './line';
export { pieOption } from './pie';
export { stackedBarOption } from './stackedBar';
export type { ChartOption, ChartStyle, Format } from './style';
