import type { ImportRow } from '@/api';
import { connectApi, type ImportsRequest } from '@/api/connect';
import { pagesOf } from '@/components/data-list';

/** The imports of a location, page after page. */
export const importPages = pagesOf({
  call: connectApi.endpoints.getImports,
  args: (importsRequest: ImportsRequest) => ({ importsRequest }),
  rows: ({ importList }: { importList: ImportRow[]; nextCursor: string | null }) => importList,
  keyOf: ({ importID }) => importID,
});
