export { Chart } from './Chart';
export { ChartCarousel, type Slide } from './ChartCarousel';
export * from './options';
export { type ChartTable, tableOf } from './table';
