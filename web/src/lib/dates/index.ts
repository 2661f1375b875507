export * from './businessDate';
export * from './dateFilter';
export * from './dayStarts';
export * from './grouping';
export * from './hours';
export * from './zone';
