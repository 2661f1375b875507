/** The calls of the gateway: hooks, types, and the slice behind them. */

export { reportCsv } from './csv';
export { type ApiError, isApiError } from './errors';
export * from './generated';
export { cachedCommunication, unreadCountsArgs, unreadReceived } from './inbox';
export { once } from './once';
export { api } from './tagged';
