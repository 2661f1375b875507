export { ChartCarousel, type Slide } from './ChartCarousel';
export * from './options';
export { tableOf } from './table';
