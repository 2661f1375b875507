import { countsOnly } from './counting';
import { generatedApi, type ReportRequest } from './generated';
import { viewedAll, viewedOne } from './inbox';

/** A report answers for one location, or for all of them: it changes when one of those does. */
function report(location: string | undefined) {
  return [{ type: 'Report' as const, id: location ?? 'all' }];
}

function checks(location: string | undefined) {
  return [{ type: 'Checks' as const, id: location ?? 'all' }];
}

/** The menu and its promotions: they change together. */
function menu(location: string | undefined) {
  return [{ type: 'Menu' as const, id: location ?? 'only' }];
}

function customers(location: string | undefined) {
  return [{ type: 'Customers' as const, id: location ?? 'only' }];
}

function rewardPercent(location: string | undefined) {
  return [{ type: 'RewardPercent' as const, id: location ?? 'only' }];
}

function payments(location: string | undefined) {
  return [{ type: 'Payments' as const, id: location ?? 'only' }];
}

function campaigns(location: string | undefined) {
  return [{ type: 'Campaigns' as const, id: location ?? 'only' }];
}

function consents(location: string | undefined) {
  return [{ type: 'Consents' as const, id: location ?? 'only' }];
}

/** What all questions about card payments have in common. */
const ofPayments = {
  providesTags: (_: unknown, __: unknown, arg: { posId?: string }) => payments(arg.posId),
};

/** Also of a call that failed: somebody else may have changed the payment meanwhile. */
const changesPayment = {
  invalidatesTags: (_: unknown, __: unknown, arg: { changePaymentRequest: { posID?: string } }) =>
    payments(arg.changePaymentRequest.posID),
};

/** A page of the inbox; the call that only counts follows the stream's own counts. */
function inbox(asked: { posID?: string; limit?: number }) {
  return countsOnly(asked)
    ? [{ type: 'Unread' as const, id: 'all' }]
    : [{ type: 'Communications' as const, id: asked.posID ?? 'all' }];
}

/** What all report calls have in common. */
const ofReport = {
  providesTags: (_: unknown, __: unknown, arg: { reportRequest: ReportRequest }) =>
    report(arg.reportRequest.posID),
};

/** The generated endpoints with their tags. Hooks are exported from here only. */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    getRestaurantList: { providesTags: ['Locations'] },
    linkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    unlinkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    getDailySalesLabor: ofReport,
    getReportFilterBydate: ofReport,
    getHourlyReport: ofReport,
    getLaborReport: ofReport,
    getItemsalesReport: ofReport,
    getMajorCategorySalesReport: ofReport,
    getMinorCategorySalesReport: ofReport,
    getEmployeeSalesReport: ofReport,
    getRevenuecenterSalesReport: ofReport,
    getCashierSalesReport: ofReport,
    getPaymentReport: ofReport,
    getOnlineorderSalesReport: ofReport,
    getTablePerformanceReport: ofReport,
    getOrdertypeSalesReport: ofReport,
    getOrderinputtypeSalesReport: ofReport,
    getLastsevendaysReport: {
      providesTags: (_, __, arg) => report(arg.lastSevenDaysRequest.posID),
    },
    getInsideSales: { providesTags: (_, __, arg) => checks(arg.insideSalesRequest.posID) },
    getCheckItem: { providesTags: (_, __, arg) => checks(arg.checkItemRequest.posID) },
    getItemsList: { providesTags: (_, __, arg) => menu(arg.itemsListRequest.posID) },
    getItem: { providesTags: (_, __, arg) => menu(arg.itemRequest.posID) },
    getItemEdits: { providesTags: (_, __, arg) => menu(arg.itemEditsRequest.posID) },
    getPromotions: { providesTags: (_, __, arg) => menu(arg.promotionsRequest.posID) },
    updatePositem: { invalidatesTags: ['Menu'] },
    markItemSoldOut: { invalidatesTags: ['Menu'] },
    getCustomersList: { providesTags: (_, __, arg) => customers(arg.customersListRequest.posID) },
    getCustomer: { providesTags: (_, __, arg) => customers(arg.customerRequest.posID) },
    getCustomerPoints: { providesTags: (_, __, arg) => customers(arg.customerPointsRequest.posID) },
    getCustomerTwins: { providesTags: (_, __, arg) => customers(arg.customerPointsRequest.posID) },
    sendRewardItem: { invalidatesTags: ['Customers'] },
    sendRewardPoint: { invalidatesTags: ['Customers'] },
    eraseCustomer: { invalidatesTags: ['Customers', 'Consents', 'Campaigns'] },
    getRewardPercent: {
      providesTags: (_, __, arg) => rewardPercent(arg.rewardPercentRequest.posID),
    },
    updateRewardPercent: { invalidatesTags: ['RewardPercent', 'Customers'] },
    listPaymentIntents: ofPayments,
    getPaymentIntent: ofPayments,
    capturePaymentIntent: changesPayment,
    cancelPaymentIntent: changesPayment,
    listPayouts: ofPayments,
    listPayoutTransactions: ofPayments,
    listMismatches: ofPayments,
    traceCheck: {
      providesTags: (_, __, arg) => [...payments(arg.posId), ...checks(arg.posId)],
    },
    getOnlineorderCurrentweekPayout: {
      providesTags: (_, __, arg) => payments(arg.currentWeekPayoutRequest.posID),
    },
    getOnlineorderPayoutHistory: {
      providesTags: (_, __, arg) => payments(arg.payoutHistoryRequest.posID),
    },
    getCampaigns: { providesTags: (_, __, arg) => campaigns(arg.campaignsRequest.posID) },
    getCampaign: { providesTags: (_, __, arg) => campaigns(arg.campaignRequest.posID) },
    getCampaignOutcomes: {
      providesTags: (_, __, arg) => campaigns(arg.campaignOutcomesRequest.posID),
    },
    getMarketingRecipients: {
      providesTags: (_, __, arg) => consents(arg.recipientsRequest.posID),
    },
    // Also of calls that failed: their answer may have been lost.
    sendBasicEmail: { invalidatesTags: ['Campaigns'] },
    sendPromotionEmail: { invalidatesTags: ['Campaigns'] },
    sendPromoCodeEmail: { invalidatesTags: ['Campaigns'] },
    sendBasicText: { invalidatesTags: ['Campaigns'] },
    sendPromotionText: { invalidatesTags: ['Campaigns'] },
    sendPromoCodeText: { invalidatesTags: ['Campaigns'] },
    updateCampaign: { invalidatesTags: ['Campaigns'] },
    getCustomerConsents: {
      providesTags: (_, __, arg) => consents(arg.customerConsentsRequest.posID),
    },
    updateCustomerConsent: { invalidatesTags: ['Consents', 'Customers'] },
    getAppConfig: { providesTags: ['AppConfig'] },
    getProfile: { providesTags: ['Profile'] },
    updateProfile: { invalidatesTags: ['Profile'] },
    uploadProfileImage: { invalidatesTags: ['Profile'] },
    removeProfileImage: { invalidatesTags: ['Profile'] },
    getSessions: { providesTags: ['Sessions'] },
    // Also of calls that failed: a session may have ended meanwhile.
    endSession: { invalidatesTags: ['Sessions'] },
    endOtherSessions: { invalidatesTags: ['Sessions'] },
    changePassword: { invalidatesTags: ['Sessions'] },
    getCommunications: { providesTags: (_, __, arg) => inbox(arg.communicationsRequest) },
    updateCommunicationViewed: { onQueryStarted: viewedOne },
    updateAllCommunicationsViewed: { onQueryStarted: viewedAll },
    // A form begins with what holds now, not with what it was when it was open before.
    getNotificationRules: { providesTags: ['NotificationRules'], keepUnusedDataFor: 0 },
    updateNotificationRules: { invalidatesTags: ['NotificationRules'] },
    getDevices: { providesTags: ['Devices'] },
    // Also of calls that failed: a device that takes no more is gone.
    addDevice: { invalidatesTags: ['Devices'] },
    removeDevice: { invalidatesTags: ['Devices'] },
    testPush: { invalidatesTags: ['Devices'] },
  },
});

export const {
  useLoginMutation,
  useSignupMutation,
  useLogoutMutation,
  useConfirmSignUpMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useGetProfileQuery,
  useUpdateProfileMutation,
  useUploadProfileImageMutation,
  useRemoveProfileImageMutation,
  useChangePasswordMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useGetRestaurantListQuery,
  useLinkRestaurantMutation,
  useUnlinkRestaurantMutation,
  useCreateLinkCodeMutation,
  useGetDailySalesLaborQuery,
  useGetReportFilterBydateQuery,
  useGetHourlyReportQuery,
  useGetLaborReportQuery,
  useGetItemsalesReportQuery,
  useGetMajorCategorySalesReportQuery,
  useGetMinorCategorySalesReportQuery,
  useGetEmployeeSalesReportQuery,
  useGetRevenuecenterSalesReportQuery,
  useGetCashierSalesReportQuery,
  useGetPaymentReportQuery,
  useGetOnlineorderSalesReportQuery,
  useGetTablePerformanceReportQuery,
  useGetOrdertypeSalesReportQuery,
  useGetOrderinputtypeSalesReportQuery,
  useGetLastsevendaysReportQuery,
  useGetInsideSalesQuery,
  useGetCheckItemQuery,
  useGetItemsListQuery,
  useLazyGetItemsListQuery,
  useGetItemQuery,
  useGetItemEditsQuery,
  useGetPromotionsQuery,
  useUpdatePositemMutation,
  useUploadItemImageMutation,
  useMarkItemSoldOutMutation,
  useGetCustomersListQuery,
  useGetCustomerQuery,
  useGetCustomerPointsQuery,
  useGetCustomerTwinsQuery,
  useSendRewardItemMutation,
  useSendRewardPointMutation,
  useExportCustomerMutation,
  useEraseCustomerMutation,
  useGetRewardPercentQuery,
  useUpdateRewardPercentMutation,
  useCancelPaymentIntentMutation,
  useCapturePaymentIntentMutation,
  useGetOnlineorderCurrentweekPayoutQuery,
  useGetOnlineorderPayoutHistoryQuery,
  useGetPaymentIntentQuery,
  useListMismatchesQuery,
  useListPaymentIntentsQuery,
  useListPayoutsQuery,
  useListPayoutTransactionsQuery,
  useTraceCheckQuery,
  useGetAppConfigQuery,
  useGetCampaignPreviewMutation,
  useGetCampaignsQuery,
  useGetCampaignQuery,
  useGetCampaignOutcomesQuery,
  useUpdateCampaignMutation,
  useGetMarketingRecipientsQuery,
  useGetCustomerConsentsQuery,
  useGetGuestTextsQuery,
  useUpdateCustomerConsentMutation,
  useGetCommunicationsQuery,
  useUpdateCommunicationViewedMutation,
  useUpdateAllCommunicationsViewedMutation,
  useGetNotificationRulesQuery,
  useUpdateNotificationRulesMutation,
  useGetDevicesQuery,
  useAddDeviceMutation,
  useRemoveDeviceMutation,
  useTestPushMutation,
} = api;

export { type CsvFile, reportCsv } from './csv';
export { type ApiError, isApiError } from './errors';
export type {
  AppConfig,
  BalanceTransaction,
  Campaign,
  CampaignChange,
  CampaignItem,
  CampaignKind,
  CampaignOutcomesRequest,
  CampaignPreview,
  CampaignState,
  CampaignsRequest,
  CashierRow,
  Charge,
  CheckDetail,
  CheckItem,
  CheckPayment,
  CheckSummary,
  CheckTrace,
  Communication,
  CommunicationsRequest,
  CommunicationTarget,
  Consent,
  ConsentAct,
  Customer,
  CustomerConsentsRequest,
  CustomerDetail,
  CustomerPointsRequest,
  DailyFigures,
  DailyRow,
  Dispute,
  EmployeeSalesRow,
  Exclusion,
  ExclusionCount,
  HourlyFigures,
  HourlyRow,
  InboxList,
  InsideSalesRequest,
  Item,
  ItemEdit,
  ItemEditsRequest,
  ItemFigures,
  ItemRow,
  ItemsListRequest,
  LaborRow,
  ListPaymentIntentsApiArg,
  Location,
  MajorCategoryRow,
  MarketingRecipient,
  MessageChannel,
  MinorCategoryRow,
  Mismatch,
  MismatchKind,
  NotificationKind,
  NotificationRule,
  NotificationRules,
  OnlineOrderRow,
  OrderInputTypeRow,
  OrderTypeRow,
  Outcome,
  OwnProfile,
  OwnSession,
  PaymentIntent,
  PaymentIntentDetail,
  PaymentRow,
  Payout,
  PayoutSums,
  PercentChange,
  PointsEntry,
  Profile,
  PromoResult,
  Promotion,
  PromotionsRequest,
  PushDevice,
  RecipientOutcome,
  Refund,
  ReportRequest,
  RevenueCenterRow,
  Reward,
  RewardMessage,
  RewardPercent,
  SentReward,
  SummaryRow,
  TableRow,
  TextRecipient,
  TracedPayment,
  Twin,
  UnreadCounts,
  UpdateItemRequest,
  WeekPayout,
} from './generated';
export { keptCommunication, shelfOf, unreadAsked, unreadTold } from './inbox';
export { once } from './once';
