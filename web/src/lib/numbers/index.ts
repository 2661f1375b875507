/** Counts, quantities, percentages and changes, as people read them; and sums of figures. */

export * from './change';
export * from './format';
export * from './summary';
export { addsUp, type Part, valueOver } from './value';
export * from './writing';
