// `npm run gen`: endpoints and types from the gateway's OpenAPI document.
/**
 * Calls that only read are queries although the contract sends them as POST. A preview is asked with
 * thousands of addresses: those are no key of a cache.
 */
const reads = /^get(?!CampaignPreview)[A-Z]/;

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
