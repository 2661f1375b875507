/** Counts, quantities, percentages and changes as text; sums of figures. */

export * from './balance';
export * from './change';
export * from './format';
export * from './summary';
export { addsUp, figureIn, type Part, valueOver } from './value';
export * from './writing';
