// `npm run gen`: endpoints and types from the gateway's OpenAPI document.
/** Calls that only read are queries although the contract sends them as POST. */
const reads = /^(get[A-Z])/;

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile: '../../../proto/openapi.json',
  apiFile: './emptyApi.ts',
  apiImport: 'emptyApi',
  outputFile: './generated.ts',
  exportName: 'generatedApi',
  hooks: false,
  encodePathParams: true,
  useUnknown: true,
  endpointOverrides: [{ pattern: reads, type: 'query' }],
};
