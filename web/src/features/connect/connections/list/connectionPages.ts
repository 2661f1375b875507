import { type Connection, connectApi, type GetConnectionsRequest } from '@/api/connect';
import { pagesOf } from '@/components/data-list';

/** The connections of a location, page after page. */
export const connectionPages = pagesOf({
  call: connectApi.endpoints.getConnections,
  args: (getConnectionsRequest: GetConnectionsRequest) => ({ getConnectionsRequest }),
  rows: ({ connectionList }: { connectionList: Connection[]; nextCursor: string | null }) =>
    connectionList,
  keyOf: ({ connectionID }) => connectionID,
});
