/** The calls of the pages that connect a restaurant: imports of files, and connections to POS systems. */
import { type Provided, tagging } from '../tags/tagging';
import type { Tag } from '../tags/tags';
import { connectEndpoints } from './generated';

export * from './generated';

type Endpoint = keyof typeof connectEndpoints.endpoints;
type Enhancement = Parameters<typeof connectEndpoints.enhanceEndpoints>[0];

/** The tags of each query's answer. */
const provided: Partial<Record<Endpoint, Provided>> = {
  getImport: ['Imports'],
  getImports: ['Imports'],
  getConnection: ['Connections'],
  getConnections: ['Connections'],
  getConnectedDays: ['Connections'],
  getProofs: ['Connections'],
  getProof: ['Connections'],
  getUnmapped: ['Connections'],
};

/** The tags that each call makes stale, also if it failed: its answer may have been lost. */
const invalidated: Partial<Record<Endpoint, readonly Tag[]>> = {
  createImport: ['Imports'],
  answerImport: ['Imports'],
  startImport: ['Imports'],
  pauseImport: ['Imports'],
  resumeImport: ['Imports'],
  undoImport: ['Imports'],
  discardImport: ['Imports'],
  takeOutImportDays: ['Imports'],
  keepImportDays: ['Imports'],
  createConnection: ['Connections'],
  finishAuthorization: ['Connections'],
  connectLocation: ['Connections', 'IngestKeys'],
  pauseConnection: ['Connections'],
  resumeConnection: ['Connections'],
  setConnectionWriting: ['Connections'],
  renewConnection: ['Connections'],
  decideConnectedDays: ['Connections'],
  endConnection: ['Connections', 'IngestKeys'],
};

/** The slice with the endpoints of these pages. */
export const connectApi = connectEndpoints.enhanceEndpoints({
  endpoints: tagging(provided, invalidated),
} as Enhancement);
