import { api, type IngestKey, type IngestKeysRequest } from '@/api';
import { pagesOf } from '@/components/data-list';

/** The ingest keys of a location, page after page. */
export const keyPages = pagesOf({
  call: api.endpoints.getIngestKeys,
  args: (ingestKeysRequest: IngestKeysRequest) => ({ ingestKeysRequest }),
  rows: ({ ingestKeyList }: { ingestKeyList: IngestKey[]; nextCursor: string | null }) =>
    ingestKeyList,
  keyOf: ({ id }) => id,
});

/** The id of the key that the POS provider has. */
export const providersKey = 'till';
