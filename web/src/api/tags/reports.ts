import { reportNames, reportOf } from '@/lib/figures';

/** `get-hourly-report` is `getHourlyReport`. */
function endpointOf(call: string): string {
  return call.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The endpoints of all reports; the last seven days have a call of their own. */
export const reportEndpoints: readonly string[] = [
  ...reportNames.map((name) => endpointOf(reportOf(name).call)),
  'getLastsevendaysReport',
];
