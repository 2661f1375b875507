import { api, type ImportRow, type ImportsRequest } from '@/api';
import { pagesOf } from '@/components/data-list';

/** The imports of a location, page after page. */
export const importPages = pagesOf({
  call: api.endpoints.getImports,
  args: (importsRequest: ImportsRequest) => ({ importsRequest }),
  rows: ({ importList }: { importList: ImportRow[]; nextCursor: string | null }) => importList,
  keyOf: ({ importID }) => importID,
});
