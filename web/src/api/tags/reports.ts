/** The calls of all reports in the catalogue, by vite.config.ts. */
declare const __REPORT_CALLS__: readonly string[];

/** `get-hourly-report` is `getHourlyReport`. */
function endpointOf(call: string): string {
  return call.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The endpoints of all reports; the last seven days and what guests hold on gift cards have calls of their own. */
export const reportEndpoints: readonly string[] = [
  ...__REPORT_CALLS__.map(endpointOf),
  'getLastsevendaysReport',
  'getGiftCardLiability',
];
