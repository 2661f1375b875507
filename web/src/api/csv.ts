import { emptyApi } from './emptyApi';

/** A file from the server. */
interface CsvFile {
  /** From Content-Disposition; `null` if the browser may not read it. */
  name: string | null;
  text: string;
}

/** The request of a list or report that the screen shows, without its pages. */
export interface CsvRequest {
  /** The address, with its query; `sessionCall` of a call of the main API. */
  url: string;
  /** Of a POST; without it a GET. */
  body?: object;
}

/** File name of a Content-Disposition header. */
function fileNameOf(header: string | null): string | null {
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]?.trim() ?? null;
}

/** Decoding as usual would drop the byte order mark, by which spreadsheets know UTF-8. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const csvApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    csv: build.mutation<CsvFile, CsvRequest>({
      query: ({ url, body }) => ({
        url,
        ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
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
    mailCsv: build.mutation<{ body: { sentTo: string } }, CsvRequest & { to: string }>({
      query: ({ url, body, to }) => ({
        url,
        ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
        headers: { 'X-Saffron-Mail-To': to },
      }),
    }),
  }),
});

/** Mails a list or report as a CSV file; answers to the mail go to the signed-in person. */
export function mailCsv(request: CsvRequest & { to: string }) {
  return csvApi.endpoints.mailCsv.initiate(request, { track: false });
}

/** Fetches a list or report as a CSV file, which does not stay in the store. */
export function csvFile(request: CsvRequest) {
  return csvApi.endpoints.csv.initiate(request, { track: false });
}
