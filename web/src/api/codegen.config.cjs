// `npm run gen`: endpoints, hooks and types from the gateway's OpenAPI document.
const { mkdtempSync, readFileSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Calls that only read are queries although the contract sends them as POST. A preview is sent with thousands of
 * addresses, too many for the key of a cache.
 */
const reads = /^(get(?!CampaignPreview)|find)[A-Z]/;

/** Calls with the session as an argument: a sign-out may be sent when another session is open. */
const namesSessionItself = new Set(['logout']);

/** As in transport/session.ts: `baseQuery` adds the session to calls whose address begins with it. */
const SESSION_PREFIX = '/session:';

/** The document without `sessionID`: components do not pass the session. */
function withoutSession(document) {
  const paths = {};
  const bodies = new Set();
  for (const [path, methods] of Object.entries(document.paths)) {
    let address = path;
    for (const operation of Object.values(methods)) {
      if (namesSessionItself.has(operation.operationId)) continue;
      const name = operation.requestBody?.content?.['application/json']?.schema?.$ref
        ?.split('/')
        .at(-1);
      const inBody = document.components.schemas[name]?.properties?.sessionID !== undefined;
      const parameters = operation.parameters ?? [];
      const inPath = parameters.some((parameter) => parameter.name === 'sessionID');
      operation.parameters = parameters.filter((parameter) => parameter.name !== 'sessionID');
      if (inBody) bodies.add(name);
      if (inBody || inPath)
        address = SESSION_PREFIX + path.replace('{sessionID}', ':sessionID').slice(1);
    }
    paths[address] = methods;
  }
  for (const name of bodies) {
    const schema = document.components.schemas[name];
    delete schema.properties.sessionID;
    schema.required = schema.required?.filter((field) => field !== 'sessionID');
  }
  return { ...document, paths };
}

/** Calls of the pages that connect a restaurant, which are loaded with these pages alone. */
const isOfConnect = (_, { operation }) =>
  (operation.tags ?? []).some((tag) => tag === 'imports' || tag === 'connections');

const whole = JSON.parse(readFileSync(join(__dirname, '../../../proto/openapi.json'), 'utf8'));
const schemaFile = join(mkdtempSync(join(tmpdir(), 'saffron-api-')), 'openapi.json');
writeFileSync(schemaFile, JSON.stringify(withoutSession(whole)));

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile,
  apiFile: './emptyApi.ts',
  apiImport: 'emptyApi',
  outputFiles: {
    './generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name, definition) => !isOfConnect(name, definition),
    },
    './connect/generated.ts': { exportName: 'connectEndpoints', filterEndpoints: isOfConnect },
  },
  hooks: true,
  encodePathParams: true,
  useUnknown: true,
  endpointOverrides: [{ pattern: reads, type: 'query' }],
};
