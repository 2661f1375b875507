/** Counts, quantities, percentages and changes, as people read them; and sums of figures. */

export type { Preference } from '../figures';
export * from './change';
export * from './daily';
export * from './format';
export * from './summary';
export * from './writing';
