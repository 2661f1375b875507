import { emptyApi } from './emptyApi';
import { sessionCall } from './transport/session';

/** A file from the server. */
interface CsvFile {
  /** From Content-Disposition; `null` if the browser may not read it. */
  name: string | null;
  text: string;
}

interface CsvRequest {
  /** The report's call, with the query of its address. */
  call: string;
  /** The request, as for the same report on the screen. */
  body: object;
}

/** File name of a Content-Disposition header. */
function fileNameOf(header: string | null): string | null {
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]?.trim() ?? null;
}

/** Decoding as usual would drop the byte order mark, by which spreadsheets know UTF-8. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const csvApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    reportCsv: build.mutation<CsvFile, CsvRequest>({
      query: ({ call, body }) => ({
        url: sessionCall(call),
        method: 'POST',
        body,
        headers: { Accept: 'text/csv' },
        responseHandler: async (response): Promise<unknown> =>
          response.ok
            ? {
                name: fileNameOf(response.headers.get('Content-Disposition')),
                text: decoder.decode(await response.arrayBuffer()),
              }
            : JSON.parse(await response.text()),
      }),
    }),
  }),
});

/** Fetches a report as a CSV file, which does not stay in the store. */
export function reportCsv(request: CsvRequest) {
  return csvApi.endpoints.reportCsv.initiate(request, { track: false });
}
