import { api, type Connection, type GetConnectionsRequest } from '@/api';
import { pagesOf } from '@/components/data-list';

/** The connections of a location, page after page. */
export const connectionPages = pagesOf({
  call: api.endpoints.getConnections,
  args: (getConnectionsRequest: GetConnectionsRequest) => ({ getConnectionsRequest }),
  rows: ({ connectionList }: { connectionList: Connection[]; nextCursor: string | null }) =>
    connectionList,
  keyOf: ({ connectionID }) => connectionID,
});
