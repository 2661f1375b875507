import {
  type GetCommunicationsApiArg,
  type GetInsideSalesApiArg,
  generatedApi,
} from '../generated';
import { countsOnly } from '../inbox/counting';
import { viewedAll, viewedOne } from '../inbox/inbox';
import { reportEndpoints } from './reports';
import { type Provided, providing, tagging } from './tagging';
import type { Tag } from './tags';

type Endpoint = keyof typeof generatedApi.endpoints;
type Enhancement = Parameters<typeof generatedApi.enhanceEndpoints>[0];

/** Only the first page of checks follows live events; the others are read again when they are shown again. */
const firstPageTags = ({ insideSalesRequest: { cursor } }: GetInsideSalesApiArg): readonly Tag[] =>
  cursor === undefined ? ['Checks'] : [];

/** The tags of each query's answer, for the location in its arguments. */
const provided: Partial<Record<Endpoint, Provided>> = {
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
};

function taggedEndpoints(): Record<string, object> {
  return {
    ...tagging(provided, invalidated),
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
