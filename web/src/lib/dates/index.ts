export * from './businessDate';
export * from './dateFilter';
export * from './grouping';
export * from './zone';
