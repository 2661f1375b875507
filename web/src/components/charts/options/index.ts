export { barOption } from './bar';
export { horizontalBarOption } from './horizontalBar';
export { lineOption } from './line';
export type { ChartLook, ChartOption, Format } from './look';
export { pieOption } from './pie';
export { stackedBarOption } from './stackedBar';
