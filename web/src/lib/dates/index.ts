export * from './business-date';
export * from './date-filter';
export * from './grouping';
