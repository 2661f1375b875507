/** The calls of the gateway: hooks, types, and the slice behind them. */

export { type CsvRequest, csvFile, mailCsv } from './csv';
export * from './generated';
export { cachedCommunication, unreadCountsArgs, unreadReceived } from './inbox/inbox';
export { once } from './once';
export { api } from './tags/tagged';
export { type ApiError, failureText, isApiError, isTooFast } from './transport/errors';
export { sessionCall } from './transport/session';
