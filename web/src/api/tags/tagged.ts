import {
  type GetCommunicationsApiArg,
  type GetInsideSalesApiArg,
  generatedApi,
} from '../generated';
import { countsOnly } from '../inbox/counting';
import { viewedAll, viewedOne } from '../inbox/inbox';
import { reportEndpoints } from './reports';
import { type Tag, tagOf } from './tags';

type Endpoint = keyof typeof generatedApi.endpoints;
type Enhancement = Parameters<typeof generatedApi.enhanceEndpoints>[0];

/** Only the first page of checks follows live events; the others are read again when they are shown again. */
const firstPageTags = ({ insideSalesRequest: { cursor } }: GetInsideSalesApiArg): readonly Tag[] =>
  cursor === undefined ? ['Checks'] : [];

/** The tags of each query's answer, for the location in its arguments. */
const provided: Partial<Record<Endpoint, readonly Tag[] | ((args: never) => readonly Tag[])>> = {
  ...Object.fromEntries(reportEndpoints.map((endpoint) => [endpoint, ['Report']])),
  getRestaurantList: ['Locations'],
  getCheckItem: ['Checks'],
  // Any of them may be closed at any time, so all pages follow.
  getOpenChecks: ['Checks'],
  findChecks: ['Checks'],
  findPayments: ['Payments'],
  getItemsList: ['Menu'],
  getItem: ['Menu'],
  getItemEdits: ['Menu'],
  getPromotions: ['Menu'],
  getCustomersList: ['Customers'],
  getCustomer: ['Customers'],
  getCustomerPoints: ['Customers'],
  getCustomerTwins: ['Customers'],
  getRewardPercent: ['RewardPercent'],
  listPaymentIntents: ['Payments'],
  getPaymentIntent: ['Payments'],
  listPayouts: ['Payments'],
  listPayoutTransactions: ['Payments'],
  listMismatches: ['Payments'],
  listReviews: ['Payments'],
  traceCheck: ['Payments', 'Checks'],
  getOnlineorderCurrentweekPayout: ['Payments'],
  getOnlineorderPayoutHistory: ['Payments'],
  getCampaigns: ['Campaigns'],
  getCampaign: ['Campaigns'],
  getCampaignOutcomes: ['Campaigns'],
  getMarketingRecipients: ['Consents'],
  getCustomerConsents: ['Consents'],
  getAppConfig: ['AppConfig'],
  getProfile: ['Profile'],
  getSessions: ['Sessions'],
  getCommunications: ({ communicationsRequest }: GetCommunicationsApiArg) =>
    countsOnly(communicationsRequest) ? ['Unread'] : ['Communications'],
  getNotificationRules: ['NotificationRules'],
  getDateMove: ['DateMove'],
  getWages: ['Wages'],
  getDevices: ['Devices'],
  getImport: ['Imports'],
  getImports: ['Imports'],
  getConnection: ['Connections'],
  getConnections: ['Connections'],
  getConnectedDays: ['Connections'],
  getProofs: ['Connections'],
  getProof: ['Connections'],
  getUnmapped: ['Connections'],
  getIngestKeys: ['IngestKeys'],
};

/** The tags that each call makes stale, also if it failed: its answer may have been lost. */
const invalidated: Partial<Record<Endpoint, readonly Tag[]>> = {
  linkRestaurant: ['Locations', 'Report', 'Checks'],
  unlinkRestaurant: ['Locations', 'Report', 'Checks'],
  updatePositem: ['Menu'],
  markItemSoldOut: ['Menu'],
  sendRewardItem: ['Customers'],
  sendRewardPoint: ['Customers'],
  eraseCustomer: ['Customers', 'Consents', 'Campaigns'],
  updateRewardPercent: ['RewardPercent', 'Customers'],
  capturePaymentIntent: ['Payments'],
  cancelPaymentIntent: ['Payments'],
  resolveMismatch: ['Payments'],
  reopenMismatch: ['Payments'],
  sendBasicEmail: ['Campaigns'],
  sendPromotionEmail: ['Campaigns'],
  sendPromoCodeEmail: ['Campaigns'],
  sendBasicText: ['Campaigns'],
  sendPromotionText: ['Campaigns'],
  sendPromoCodeText: ['Campaigns'],
  updateCampaign: ['Campaigns'],
  updateCustomerConsent: ['Consents', 'Customers'],
  updateProfile: ['Profile'],
  uploadProfileImage: ['Profile'],
  removeProfileImage: ['Profile'],
  endSession: ['Sessions'],
  endOtherSessions: ['Sessions'],
  changePassword: ['Sessions'],
  updateNotificationRules: ['NotificationRules'],
  setDayStart: ['Locations', 'DateMove'],
  pauseDateMove: ['DateMove'],
  setWage: ['Wages'],
  addDevice: ['Devices'],
  removeDevice: ['Devices'],
  testPush: ['Devices'],
  createLocation: ['Locations', 'Report', 'Checks'],
  createIngestKey: ['IngestKeys'],
  revokeIngestKey: ['IngestKeys'],
  openSample: ['Locations', 'Report', 'Checks'],
  closeSample: ['Locations', 'Report', 'Checks'],
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
  renewConnection: ['Connections'],
  decideConnectedDays: ['Connections'],
  endConnection: ['Connections', 'IngestKeys'],
};

/** The location in the arguments of a call: at the top, or in the request. */
function locationOf(args: unknown): string | undefined {
  const { posId, ...parts } = (args ?? {}) as Record<string, unknown>;
  const [request] = Object.values(parts).filter((part) => typeof part === 'object');
  return (posId ?? (request as { posID?: string } | undefined)?.posID) as string | undefined;
}

/** The option `providesTags` of an endpoint. */
function providing(tags: readonly Tag[] | ((args: never) => readonly Tag[])) {
  return {
    providesTags: (_: unknown, __: unknown, args: unknown) =>
      (typeof tags === 'function' ? tags(args as never) : tags).map((type) =>
        tagOf(type, locationOf(args)),
      ),
  };
}

function taggedEndpoints(): Record<string, object> {
  return {
    ...Object.fromEntries(Object.entries(provided).map(([name, tags]) => [name, providing(tags)])),
    ...Object.fromEntries(
      Object.entries(invalidated).map(([name, invalidatesTags]) => [name, { invalidatesTags }]),
    ),
    updateCommunicationViewed: { onQueryStarted: viewedOne },
    updateAllCommunicationsViewed: { onQueryStarted: viewedAll },
    // A form begins with the current rules, not with those of an earlier visit.
    getNotificationRules: { ...providing(['NotificationRules']), keepUnusedDataFor: 0 },
    // Scrolling a long list reads many pages.
    getInsideSales: { ...providing(firstPageTags), keepUnusedDataFor: 20 },
  };
}

/** The generated endpoints with their tags. */
export const api = generatedApi.enhanceEndpoints({ endpoints: taggedEndpoints() } as Enhancement);
