import { emptyApi as api } from "./emptyApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addDevice: build.mutation<AddDeviceApiResponse, AddDeviceApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/add-device`,
        method: "POST",
        body: queryArg.addDeviceRequest,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/change-password`,
        method: "POST",
        body: queryArg.changePasswordRequest,
      }),
    }),
    closeSample: build.mutation<CloseSampleApiResponse, CloseSampleApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/close-sample`,
        method: "POST",
        body: queryArg.ownRequest,
      }),
    }),
    confirmAddress: build.mutation<
      ConfirmAddressApiResponse,
      ConfirmAddressApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/confirm-address`,
        method: "POST",
        body: queryArg.confirmAddressRequest,
      }),
    }),
    confirmSignUp: build.mutation<
      ConfirmSignUpApiResponse,
      ConfirmSignUpApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/confirm-sign-up`,
        method: "POST",
        body: queryArg.confirmSignUpRequest,
      }),
    }),
    createIngestKey: build.mutation<
      CreateIngestKeyApiResponse,
      CreateIngestKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/create-ingest-key`,
        method: "POST",
        body: queryArg.createIngestKeyRequest,
      }),
    }),
    createLinkCode: build.mutation<
      CreateLinkCodeApiResponse,
      CreateLinkCodeApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/create-link-code`,
        method: "POST",
        body: queryArg.locationRequest,
      }),
    }),
    createLocation: build.mutation<
      CreateLocationApiResponse,
      CreateLocationApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/create-location`,
        method: "POST",
        body: queryArg.createLocationRequest,
      }),
    }),
    endOtherSessions: build.mutation<
      EndOtherSessionsApiResponse,
      EndOtherSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/end-other-sessions`,
        method: "POST",
        body: queryArg.ownRequest,
      }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/end-session`,
        method: "POST",
        body: queryArg.endSessionRequest,
      }),
    }),
    eraseCustomer: build.mutation<
      EraseCustomerApiResponse,
      EraseCustomerApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/erase-customer`,
        method: "POST",
        body: queryArg.eraseCustomerRequest,
      }),
    }),
    exportCustomer: build.mutation<
      ExportCustomerApiResponse,
      ExportCustomerApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/export-customer`,
        method: "POST",
        body: queryArg.customerRequest,
      }),
    }),
    findChecks: build.query<FindChecksApiResponse, FindChecksApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/find-checks`,
        method: "POST",
        body: queryArg.findChecksRequest,
      }),
    }),
    forgotPassword: build.mutation<
      ForgotPasswordApiResponse,
      ForgotPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/forgot-password`,
        method: "POST",
        body: queryArg.forgotPasswordRequest,
      }),
    }),
    getCampaign: build.query<GetCampaignApiResponse, GetCampaignApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-campaign`,
        method: "POST",
        body: queryArg.campaignRequest,
      }),
    }),
    getCampaignOutcomes: build.query<
      GetCampaignOutcomesApiResponse,
      GetCampaignOutcomesApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-campaign-outcomes`,
        method: "POST",
        body: queryArg.campaignOutcomesRequest,
      }),
    }),
    getCampaignPreview: build.mutation<
      GetCampaignPreviewApiResponse,
      GetCampaignPreviewApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-campaign-preview`,
        method: "POST",
        body: queryArg.campaignPreviewRequest,
      }),
    }),
    getCampaigns: build.query<GetCampaignsApiResponse, GetCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-campaigns`,
        method: "POST",
        body: queryArg.campaignsRequest,
      }),
    }),
    getCashReport: build.query<GetCashReportApiResponse, GetCashReportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-cash-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getCashierSalesReport: build.query<
      GetCashierSalesReportApiResponse,
      GetCashierSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-cashier-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getCheckItem: build.query<GetCheckItemApiResponse, GetCheckItemApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-check-item`,
        method: "POST",
        body: queryArg.checkItemRequest,
      }),
    }),
    getCommunications: build.query<
      GetCommunicationsApiResponse,
      GetCommunicationsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-communications`,
        method: "POST",
        body: queryArg.communicationsRequest,
      }),
    }),
    getCustomer: build.query<GetCustomerApiResponse, GetCustomerApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-customer`,
        method: "POST",
        body: queryArg.customerRequest,
      }),
    }),
    getCustomerConsents: build.query<
      GetCustomerConsentsApiResponse,
      GetCustomerConsentsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-customer-consents`,
        method: "POST",
        body: queryArg.customerConsentsRequest,
      }),
    }),
    getCustomerPoints: build.query<
      GetCustomerPointsApiResponse,
      GetCustomerPointsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-customer-points`,
        method: "POST",
        body: queryArg.customerPointsRequest,
      }),
    }),
    getCustomerTwins: build.query<
      GetCustomerTwinsApiResponse,
      GetCustomerTwinsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-customer-twins`,
        method: "POST",
        body: queryArg.customerPointsRequest,
      }),
    }),
    getCustomersList: build.query<
      GetCustomersListApiResponse,
      GetCustomersListApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-customers-list`,
        method: "POST",
        body: queryArg.customersListRequest,
      }),
    }),
    getDailySalesLabor: build.query<
      GetDailySalesLaborApiResponse,
      GetDailySalesLaborApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-daily-sales-labor`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getDateMove: build.query<GetDateMoveApiResponse, GetDateMoveApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-date-move`,
        method: "POST",
        body: queryArg.dateMoveRequest,
      }),
    }),
    getDevices: build.query<GetDevicesApiResponse, GetDevicesApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-devices`,
        method: "POST",
        body: queryArg.devicesRequest,
      }),
    }),
    getDiscountReport: build.query<
      GetDiscountReportApiResponse,
      GetDiscountReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-discount-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getEmployeeSalesReport: build.query<
      GetEmployeeSalesReportApiResponse,
      GetEmployeeSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-employee-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getGiftCardLiability: build.query<
      GetGiftCardLiabilityApiResponse,
      GetGiftCardLiabilityApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-gift-card-liability`,
        method: "POST",
        body: queryArg.giftCardLiabilityRequest,
      }),
    }),
    getGiftCardReport: build.query<
      GetGiftCardReportApiResponse,
      GetGiftCardReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-gift-card-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getGuestTexts: build.query<GetGuestTextsApiResponse, GetGuestTextsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-guest-texts`,
        method: "POST",
        body: queryArg.guestTextsRequest,
      }),
    }),
    getHourlyReport: build.query<
      GetHourlyReportApiResponse,
      GetHourlyReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-hourly-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getIngestKeys: build.query<GetIngestKeysApiResponse, GetIngestKeysApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-ingest-keys`,
        method: "POST",
        body: queryArg.ingestKeysRequest,
      }),
    }),
    getInsideSales: build.query<
      GetInsideSalesApiResponse,
      GetInsideSalesApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-inside-sales`,
        method: "POST",
        body: queryArg.insideSalesRequest,
      }),
    }),
    getItem: build.query<GetItemApiResponse, GetItemApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-item`,
        method: "POST",
        body: queryArg.itemRequest,
      }),
    }),
    getItemEdits: build.query<GetItemEditsApiResponse, GetItemEditsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-item-edits`,
        method: "POST",
        body: queryArg.itemEditsRequest,
      }),
    }),
    getItemsList: build.query<GetItemsListApiResponse, GetItemsListApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-items-list`,
        method: "POST",
        body: queryArg.itemsListRequest,
      }),
    }),
    getItemsalesReport: build.query<
      GetItemsalesReportApiResponse,
      GetItemsalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-itemsales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getLaborReport: build.query<
      GetLaborReportApiResponse,
      GetLaborReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-labor-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getLastsevendaysReport: build.query<
      GetLastsevendaysReportApiResponse,
      GetLastsevendaysReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-lastsevendays-report/:sessionID`,
        method: "POST",
        body: queryArg.lastSevenDaysRequest,
      }),
    }),
    getMajorCategorySalesReport: build.query<
      GetMajorCategorySalesReportApiResponse,
      GetMajorCategorySalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-major-category-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getMarketingRecipients: build.query<
      GetMarketingRecipientsApiResponse,
      GetMarketingRecipientsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-marketing-recipients`,
        method: "POST",
        body: queryArg.recipientsRequest,
      }),
    }),
    getMinorCategorySalesReport: build.query<
      GetMinorCategorySalesReportApiResponse,
      GetMinorCategorySalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-minor-category-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getModifierReport: build.query<
      GetModifierReportApiResponse,
      GetModifierReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-modifier-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getNotificationRules: build.query<
      GetNotificationRulesApiResponse,
      GetNotificationRulesApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-notification-rules`,
        method: "POST",
        body: queryArg.notificationRulesRequest,
      }),
    }),
    getOnlineorderCurrentweekPayout: build.query<
      GetOnlineorderCurrentweekPayoutApiResponse,
      GetOnlineorderCurrentweekPayoutApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-onlineorder-currentweek-payout`,
        method: "POST",
        body: queryArg.currentWeekPayoutRequest,
      }),
    }),
    getOnlineorderPayoutHistory: build.query<
      GetOnlineorderPayoutHistoryApiResponse,
      GetOnlineorderPayoutHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-onlineorder-payout-history`,
        method: "POST",
        body: queryArg.payoutHistoryRequest,
      }),
    }),
    getOnlineorderSalesReport: build.query<
      GetOnlineorderSalesReportApiResponse,
      GetOnlineorderSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-onlineorder-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getOpenChecks: build.query<GetOpenChecksApiResponse, GetOpenChecksApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-open-checks`,
        method: "POST",
        body: queryArg.openChecksRequest,
      }),
    }),
    getOrderinputtypeSalesReport: build.query<
      GetOrderinputtypeSalesReportApiResponse,
      GetOrderinputtypeSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-orderinputtype-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getOrdertypeSalesReport: build.query<
      GetOrdertypeSalesReportApiResponse,
      GetOrdertypeSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-ordertype-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getPaymentReport: build.query<
      GetPaymentReportApiResponse,
      GetPaymentReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-payment-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-profile`,
        method: "POST",
        body: queryArg.ownRequest,
      }),
    }),
    getPromoCodeDelivery: build.query<
      GetPromoCodeDeliveryApiResponse,
      GetPromoCodeDeliveryApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-promo-code-delivery`,
        method: "POST",
        body: queryArg.promoCodeDeliveryRequest,
      }),
    }),
    getPromotions: build.query<GetPromotionsApiResponse, GetPromotionsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-promotions`,
        method: "POST",
        body: queryArg.promotionsRequest,
      }),
    }),
    getReportFilterBydate: build.query<
      GetReportFilterBydateApiResponse,
      GetReportFilterBydateApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-report-filter-bydate`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getRestaurantList: build.query<
      GetRestaurantListApiResponse,
      GetRestaurantListApiArg
    >({
      query: () => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-restaurant-list/:sessionID`,
        method: "POST",
      }),
    }),
    getRevenuecenterSalesReport: build.query<
      GetRevenuecenterSalesReportApiResponse,
      GetRevenuecenterSalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-revenuecenter-sales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getRewardPercent: build.query<
      GetRewardPercentApiResponse,
      GetRewardPercentApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-reward-percent`,
        method: "POST",
        body: queryArg.rewardPercentRequest,
      }),
    }),
    getServiceChargeReport: build.query<
      GetServiceChargeReportApiResponse,
      GetServiceChargeReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-service-charge-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getSessions: build.query<GetSessionsApiResponse, GetSessionsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-sessions`,
        method: "POST",
        body: queryArg.ownRequest,
      }),
    }),
    getTablePerformanceReport: build.query<
      GetTablePerformanceReportApiResponse,
      GetTablePerformanceReportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-table-performance-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getTaxReport: build.query<GetTaxReportApiResponse, GetTaxReportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-tax-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getVoidReport: build.query<GetVoidReportApiResponse, GetVoidReportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-void-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getWages: build.query<GetWagesApiResponse, GetWagesApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-wages`,
        method: "POST",
        body: queryArg.wagesRequest,
      }),
    }),
    linkRestaurant: build.mutation<
      LinkRestaurantApiResponse,
      LinkRestaurantApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/link-restaurant`,
        method: "POST",
        body: queryArg.linkRestaurantRequest,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/logout/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "POST",
      }),
    }),
    markItemSoldOut: build.mutation<
      MarkItemSoldOutApiResponse,
      MarkItemSoldOutApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/mark-item-sold-out`,
        method: "POST",
        body: queryArg.markSoldOutRequest,
      }),
    }),
    openSample: build.mutation<OpenSampleApiResponse, OpenSampleApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/open-sample`,
        method: "POST",
        body: queryArg.openSampleRequest,
      }),
    }),
    pauseDateMove: build.mutation<
      PauseDateMoveApiResponse,
      PauseDateMoveApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/pause-date-move`,
        method: "POST",
        body: queryArg.pauseDateMoveRequest,
      }),
    }),
    removeDevice: build.mutation<RemoveDeviceApiResponse, RemoveDeviceApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/remove-device`,
        method: "POST",
        body: queryArg.deviceRequest,
      }),
    }),
    removeProfileImage: build.mutation<
      RemoveProfileImageApiResponse,
      RemoveProfileImageApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/remove-profile-image`,
        method: "POST",
        body: queryArg.ownRequest,
      }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/reset-password`,
        method: "POST",
        body: queryArg.resetPasswordRequest,
      }),
    }),
    revokeIngestKey: build.mutation<
      RevokeIngestKeyApiResponse,
      RevokeIngestKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/revoke-ingest-key`,
        method: "POST",
        body: queryArg.revokeIngestKeyRequest,
      }),
    }),
    sendCampaignTest: build.mutation<
      SendCampaignTestApiResponse,
      SendCampaignTestApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/send-campaign-test`,
        method: "POST",
        body: queryArg.campaignTestRequest,
      }),
    }),
    sendRewardItem: build.mutation<
      SendRewardItemApiResponse,
      SendRewardItemApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/send-reward-item`,
        method: "POST",
        body: queryArg.sendRewardItemRequest,
      }),
    }),
    sendRewardPoint: build.mutation<
      SendRewardPointApiResponse,
      SendRewardPointApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/send-reward-point`,
        method: "POST",
        body: queryArg.sendRewardPointRequest,
      }),
    }),
    setDayStart: build.mutation<SetDayStartApiResponse, SetDayStartApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/set-day-start`,
        method: "POST",
        body: queryArg.setDayStartRequest,
      }),
    }),
    setWage: build.mutation<SetWageApiResponse, SetWageApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/set-wage`,
        method: "POST",
        body: queryArg.setWageRequest,
      }),
    }),
    signup: build.mutation<SignupApiResponse, SignupApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/signup`,
        method: "POST",
        body: queryArg.signupRequest,
      }),
    }),
    testPush: build.mutation<TestPushApiResponse, TestPushApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/test-push`,
        method: "POST",
        body: queryArg.deviceRequest,
      }),
    }),
    unlinkRestaurant: build.mutation<
      UnlinkRestaurantApiResponse,
      UnlinkRestaurantApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/unlink-restaurant`,
        method: "POST",
        body: queryArg.locationRequest,
      }),
    }),
    updateAllCommunicationsViewed: build.mutation<
      UpdateAllCommunicationsViewedApiResponse,
      UpdateAllCommunicationsViewedApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-all-communications-viewed`,
        method: "POST",
        body: queryArg.allViewedRequest,
      }),
    }),
    updateCampaign: build.mutation<
      UpdateCampaignApiResponse,
      UpdateCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-campaign`,
        method: "POST",
        body: queryArg.updateCampaignRequest,
      }),
    }),
    updateCommunicationViewed: build.mutation<
      UpdateCommunicationViewedApiResponse,
      UpdateCommunicationViewedApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-communication-viewed`,
        method: "POST",
        body: queryArg.communicationViewedRequest,
      }),
    }),
    updateCustomerConsent: build.mutation<
      UpdateCustomerConsentApiResponse,
      UpdateCustomerConsentApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-customer-consent`,
        method: "POST",
        body: queryArg.updateCustomerConsentRequest,
      }),
    }),
    updateNotificationRules: build.mutation<
      UpdateNotificationRulesApiResponse,
      UpdateNotificationRulesApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-notification-rules`,
        method: "POST",
        body: queryArg.updateNotificationRulesRequest,
      }),
    }),
    updatePositem: build.mutation<
      UpdatePositemApiResponse,
      UpdatePositemApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-positem`,
        method: "POST",
        body: queryArg.updateItemRequest,
      }),
    }),
    updateProfile: build.mutation<
      UpdateProfileApiResponse,
      UpdateProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-profile`,
        method: "POST",
        body: queryArg.updateProfileRequest,
      }),
    }),
    updateRewardPercent: build.mutation<
      UpdateRewardPercentApiResponse,
      UpdateRewardPercentApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/update-reward-percent`,
        method: "POST",
        body: queryArg.updateRewardPercentRequest,
      }),
    }),
    uploadItemImage: build.mutation<
      UploadItemImageApiResponse,
      UploadItemImageApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/upload-item-image`,
        method: "POST",
        body: queryArg.uploadItemImageRequest,
      }),
    }),
    uploadProfileImage: build.mutation<
      UploadProfileImageApiResponse,
      UploadProfileImageApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/upload-profile-image`,
        method: "POST",
        body: queryArg.uploadProfileImageRequest,
      }),
    }),
    getAppConfig: build.query<GetAppConfigApiResponse, GetAppConfigApiArg>({
      query: () => ({ url: `/config/v1/app` }),
    }),
    connectAnswerImport: build.mutation<
      ConnectAnswerImportApiResponse,
      ConnectAnswerImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/answer-import`,
        method: "POST",
        body: queryArg.connectAnswerImportRequest,
      }),
    }),
    connectCreateImport: build.mutation<
      ConnectCreateImportApiResponse,
      ConnectCreateImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/create-import`,
        method: "POST",
        body: queryArg.connectCreateImportRequest,
      }),
    }),
    connectDiscardImport: build.mutation<
      ConnectDiscardImportApiResponse,
      ConnectDiscardImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/discard-import`,
        method: "POST",
        body: queryArg.connectDiscardImportRequest,
      }),
    }),
    connectGetImport: build.mutation<
      ConnectGetImportApiResponse,
      ConnectGetImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/get-import`,
        method: "POST",
        body: queryArg.connectImportRequest,
      }),
    }),
    connectGetImportRefusedRows: build.mutation<
      ConnectGetImportRefusedRowsApiResponse,
      ConnectGetImportRefusedRowsApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/get-import-refused-rows`,
        method: "POST",
        body: queryArg.connectImportRefusedRowsRequest,
      }),
    }),
    connectGetImports: build.mutation<
      ConnectGetImportsApiResponse,
      ConnectGetImportsApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/get-imports`,
        method: "POST",
        body: queryArg.connectImportsRequest,
      }),
    }),
    connectKeepImportDays: build.mutation<
      ConnectKeepImportDaysApiResponse,
      ConnectKeepImportDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/keep-import-days`,
        method: "POST",
        body: queryArg.connectKeepImportDaysRequest,
      }),
    }),
    connectPauseImport: build.mutation<
      ConnectPauseImportApiResponse,
      ConnectPauseImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/pause-import`,
        method: "POST",
        body: queryArg.connectPauseImportRequest,
      }),
    }),
    connectPutImportPart: build.mutation<
      ConnectPutImportPartApiResponse,
      ConnectPutImportPartApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/put-import-part`,
        method: "POST",
        body: queryArg.connectPutImportPartRequest,
      }),
    }),
    connectResumeImport: build.mutation<
      ConnectResumeImportApiResponse,
      ConnectResumeImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/resume-import`,
        method: "POST",
        body: queryArg.connectResumeImportRequest,
      }),
    }),
    connectStartImport: build.mutation<
      ConnectStartImportApiResponse,
      ConnectStartImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/start-import`,
        method: "POST",
        body: queryArg.connectStartImportRequest,
      }),
    }),
    connectTakeOutImportDays: build.mutation<
      ConnectTakeOutImportDaysApiResponse,
      ConnectTakeOutImportDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/take-out-import-days`,
        method: "POST",
        body: queryArg.connectTakeOutImportDaysRequest,
      }),
    }),
    connectUndoImport: build.mutation<
      ConnectUndoImportApiResponse,
      ConnectUndoImportApiArg
    >({
      query: (queryArg) => ({
        url: `/connect/v1/undo-import`,
        method: "POST",
        body: queryArg.connectUndoImportRequest,
      }),
    }),
    healthz: build.query<HealthzApiResponse, HealthzApiArg>({
      query: () => ({ url: `/healthz` }),
    }),
    getProfileImage: build.query<
      GetProfileImageApiResponse,
      GetProfileImageApiArg
    >({
      query: (queryArg) => ({
        url: `/images/v1/people/${encodeURIComponent(String(queryArg.name))}`,
      }),
    }),
    getImage: build.query<GetImageApiResponse, GetImageApiArg>({
      query: (queryArg) => ({
        url: `/images/v1/${encodeURIComponent(String(queryArg.name))}`,
      }),
    }),
    ingestChanges: build.query<IngestChangesApiResponse, IngestChangesApiArg>({
      query: (queryArg) => ({
        url: `/ingest/v1/changes`,
        headers: {
          Authorization: queryArg.authorization,
        },
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    ingestEvents: build.mutation<IngestEventsApiResponse, IngestEventsApiArg>({
      query: (queryArg) => ({
        url: `/ingest/v1/events`,
        method: "POST",
        body: queryArg.body,
        headers: {
          Authorization: queryArg.authorization,
          "Saffron-Source": queryArg["Saffron-Source"],
        },
      }),
    }),
    sendPromoCodeText: build.mutation<
      SendPromoCodeTextApiResponse,
      SendPromoCodeTextApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/promotion-text/online-kitchen-promotion-code-single`,
        method: "POST",
        body: queryArg.textCampaignRequest,
      }),
    }),
    sendPromotionText: build.mutation<
      SendPromotionTextApiResponse,
      SendPromotionTextApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/promotion-text/online-kitchen-single`,
        method: "POST",
        body: queryArg.textCampaignRequest,
      }),
    }),
    sendPromoCodeEmail: build.mutation<
      SendPromoCodeEmailApiResponse,
      SendPromoCodeEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/promotion/online-kitchen-promotion-code-single-location`,
        method: "POST",
        body: queryArg.emailCampaignRequest,
      }),
    }),
    sendPromotionEmail: build.mutation<
      SendPromotionEmailApiResponse,
      SendPromotionEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/promotion/online-kitchen-single-promotion`,
        method: "POST",
        body: queryArg.emailCampaignRequest,
      }),
    }),
    sendBasicEmail: build.mutation<
      SendBasicEmailApiResponse,
      SendBasicEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/simple-email/online-kitchen-single-location`,
        method: "POST",
        body: queryArg.emailCampaignRequest,
      }),
    }),
    sendBasicText: build.mutation<
      SendBasicTextApiResponse,
      SendBasicTextApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/api/simple-text/online-kitchen-single`,
        method: "POST",
        body: queryArg.textCampaignRequest,
      }),
    }),
    takeText: build.mutation<TakeTextApiResponse, TakeTextApiArg>({
      query: (queryArg) => ({
        url: `/notification/webhooks/sms/inbound`,
        method: "POST",
        body: queryArg.body,
        headers: {
          "X-Twilio-Signature": queryArg["X-Twilio-Signature"],
        },
      }),
    }),
    takeTextStatus: build.mutation<
      TakeTextStatusApiResponse,
      TakeTextStatusApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/webhooks/sms/status`,
        method: "POST",
        body: queryArg.body,
        headers: {
          "X-Twilio-Signature": queryArg["X-Twilio-Signature"],
        },
      }),
    }),
    traceCheck: build.query<TraceCheckApiResponse, TraceCheckApiArg>({
      query: (queryArg) => ({
        url: `/payments/v1/checks/${encodeURIComponent(String(queryArg.posCheckId))}/trace`,
        params: {
          posID: queryArg.posId,
        },
      }),
    }),
    listMismatches: build.query<
      ListMismatchesApiResponse,
      ListMismatchesApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/mismatches`,
        params: {
          posID: queryArg.posId,
          kind: queryArg.kind,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    reopenMismatch: build.mutation<
      ReopenMismatchApiResponse,
      ReopenMismatchApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/mismatches/reopen`,
        method: "POST",
        body: queryArg.reopenMismatchRequest,
      }),
    }),
    resolveMismatch: build.mutation<
      ResolveMismatchApiResponse,
      ResolveMismatchApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/mismatches/resolve`,
        method: "POST",
        body: queryArg.resolveMismatchRequest,
      }),
    }),
    listPaymentIntents: build.query<
      ListPaymentIntentsApiResponse,
      ListPaymentIntentsApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/payment_intents`,
        params: {
          posID: queryArg.posId,
          created: queryArg.created,
          limit: queryArg.limit,
          starting_after: queryArg.startingAfter,
          ending_before: queryArg.endingBefore,
        },
      }),
    }),
    getPaymentIntent: build.query<
      GetPaymentIntentApiResponse,
      GetPaymentIntentApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/payment_intents/${encodeURIComponent(String(queryArg.id))}`,
        params: {
          posID: queryArg.posId,
        },
      }),
    }),
    cancelPaymentIntent: build.mutation<
      CancelPaymentIntentApiResponse,
      CancelPaymentIntentApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/payment_intents/${encodeURIComponent(String(queryArg.id))}/cancel`,
        method: "POST",
        body: queryArg.changePaymentRequest,
      }),
    }),
    capturePaymentIntent: build.mutation<
      CapturePaymentIntentApiResponse,
      CapturePaymentIntentApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/payment_intents/${encodeURIComponent(String(queryArg.id))}/capture`,
        method: "POST",
        body: queryArg.changePaymentRequest,
      }),
    }),
    listPayouts: build.query<ListPayoutsApiResponse, ListPayoutsApiArg>({
      query: (queryArg) => ({
        url: `/payments/v1/payouts`,
        params: {
          posID: queryArg.posId,
          created: queryArg.created,
          limit: queryArg.limit,
          starting_after: queryArg.startingAfter,
          ending_before: queryArg.endingBefore,
        },
      }),
    }),
    listPayoutTransactions: build.query<
      ListPayoutTransactionsApiResponse,
      ListPayoutTransactionsApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/v1/payouts/${encodeURIComponent(String(queryArg.id))}/transactions`,
        params: {
          posID: queryArg.posId,
          limit: queryArg.limit,
          starting_after: queryArg.startingAfter,
          ending_before: queryArg.endingBefore,
        },
      }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/payments/v1/reviews`,
        params: {
          posID: queryArg.posId,
          state: queryArg.state,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    findPayments: build.query<FindPaymentsApiResponse, FindPaymentsApiArg>({
      query: (queryArg) => ({
        url: `/payments/v1/search`,
        params: {
          search: queryArg.search,
          status: queryArg.status,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    takeWebhook: build.mutation<TakeWebhookApiResponse, TakeWebhookApiArg>({
      query: (queryArg) => ({
        url: `/payments/v1/webhooks`,
        method: "POST",
        body: queryArg.body,
        headers: {
          "Stripe-Signature": queryArg["Stripe-Signature"],
        },
      }),
    }),
    provisionLocation: build.mutation<
      ProvisionLocationApiResponse,
      ProvisionLocationApiArg
    >({
      query: (queryArg) => ({
        url: `/provision/v1/locations`,
        method: "POST",
        body: queryArg.provisionRequest,
        headers: {
          Authorization: queryArg.authorization,
        },
      }),
    }),
    pushStream: build.query<PushStreamApiResponse, PushStreamApiArg>({
      query: (queryArg) => ({
        url: `/push/v1/stream`,
        headers: {
          "Last-Event-ID": queryArg["Last-Event-ID"],
        },
        params: {
          ago: queryArg.ago,
        },
      }),
    }),
    readyz: build.query<ReadyzApiResponse, ReadyzApiArg>({
      query: () => ({ url: `/readyz` }),
    }),
    getSubscription: build.query<
      GetSubscriptionApiResponse,
      GetSubscriptionApiArg
    >({
      query: (queryArg) => ({
        url: `/u/${encodeURIComponent(String(queryArg.token))}`,
      }),
    }),
    unsubscribe: build.mutation<UnsubscribeApiResponse, UnsubscribeApiArg>({
      query: (queryArg) => ({
        url: `/u/${encodeURIComponent(String(queryArg.token))}`,
        method: "POST",
      }),
    }),
    subscribeAgain: build.mutation<
      SubscribeAgainApiResponse,
      SubscribeAgainApiArg
    >({
      query: (queryArg) => ({
        url: `/u/${encodeURIComponent(String(queryArg.token))}/again`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type AddDeviceApiResponse =
  /** status 200 The answer. */ AddDeviceEnvelope;
export type AddDeviceApiArg = {
  addDeviceRequest: AddDeviceRequest;
};
export type ChangePasswordApiResponse =
  /** status 200 The answer. */ ChangePasswordEnvelope;
export type ChangePasswordApiArg = {
  changePasswordRequest: ChangePasswordRequest;
};
export type CloseSampleApiResponse =
  /** status 200 The answer. */ CloseSampleEnvelope;
export type CloseSampleApiArg = {
  ownRequest: OwnRequest;
};
export type ConfirmAddressApiResponse =
  /** status 200 The answer. */ ConfirmAddressEnvelope;
export type ConfirmAddressApiArg = {
  confirmAddressRequest: ConfirmAddressRequest;
};
export type ConfirmSignUpApiResponse =
  /** status 200 The answer. */ ConfirmSignUpEnvelope;
export type ConfirmSignUpApiArg = {
  confirmSignUpRequest: ConfirmSignUpRequest;
};
export type CreateIngestKeyApiResponse =
  /** status 200 The answer. */ CreateIngestKeyEnvelope;
export type CreateIngestKeyApiArg = {
  createIngestKeyRequest: CreateIngestKeyRequest;
};
export type CreateLinkCodeApiResponse =
  /** status 200 The answer. */ CreateLinkCodeEnvelope;
export type CreateLinkCodeApiArg = {
  locationRequest: LocationRequest;
};
export type CreateLocationApiResponse =
  /** status 200 The answer. */ CreateLocationEnvelope;
export type CreateLocationApiArg = {
  createLocationRequest: CreateLocationRequest;
};
export type EndOtherSessionsApiResponse =
  /** status 200 The answer. */ EndOtherSessionsEnvelope;
export type EndOtherSessionsApiArg = {
  ownRequest: OwnRequest;
};
export type EndSessionApiResponse =
  /** status 200 The answer. */ EndSessionEnvelope;
export type EndSessionApiArg = {
  endSessionRequest: EndSessionRequest;
};
export type EraseCustomerApiResponse =
  /** status 200 The answer. */ EraseCustomerEnvelope;
export type EraseCustomerApiArg = {
  eraseCustomerRequest: EraseCustomerRequest;
};
export type ExportCustomerApiResponse =
  /** status 200 The answer. */ ExportCustomerEnvelope;
export type ExportCustomerApiArg = {
  customerRequest: CustomerRequest;
};
export type FindChecksApiResponse =
  /** status 200 The answer. */ FindChecksEnvelope;
export type FindChecksApiArg = {
  findChecksRequest: FindChecksRequest;
};
export type ForgotPasswordApiResponse =
  /** status 200 The answer. */ ForgotPasswordEnvelope;
export type ForgotPasswordApiArg = {
  forgotPasswordRequest: ForgotPasswordRequest;
};
export type GetCampaignApiResponse =
  /** status 200 The answer. */ GetCampaignEnvelope;
export type GetCampaignApiArg = {
  campaignRequest: CampaignRequest;
};
export type GetCampaignOutcomesApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetCampaignOutcomesEnvelope;
export type GetCampaignOutcomesApiArg = {
  campaignOutcomesRequest: CampaignOutcomesRequest;
};
export type GetCampaignPreviewApiResponse =
  /** status 200 The answer. */ GetCampaignPreviewEnvelope;
export type GetCampaignPreviewApiArg = {
  campaignPreviewRequest: CampaignPreviewRequest;
};
export type GetCampaignsApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetCampaignsEnvelope;
export type GetCampaignsApiArg = {
  campaignsRequest: CampaignsRequest;
};
export type GetCashReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetCashReportEnvelope;
export type GetCashReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetCashierSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetCashierSalesReportEnvelope;
export type GetCashierSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetCheckItemApiResponse =
  /** status 200 The answer. */ GetCheckItemEnvelope;
export type GetCheckItemApiArg = {
  checkItemRequest: CheckItemRequest;
};
export type GetCommunicationsApiResponse =
  /** status 200 The answer. */ GetCommunicationsEnvelope;
export type GetCommunicationsApiArg = {
  communicationsRequest: CommunicationsRequest;
};
export type GetCustomerApiResponse =
  /** status 200 The answer. */ GetCustomerEnvelope;
export type GetCustomerApiArg = {
  customerRequest: CustomerRequest;
};
export type GetCustomerConsentsApiResponse =
  /** status 200 The answer. */ GetCustomerConsentsEnvelope;
export type GetCustomerConsentsApiArg = {
  customerConsentsRequest: CustomerConsentsRequest;
};
export type GetCustomerPointsApiResponse =
  /** status 200 The answer. */ GetCustomerPointsEnvelope;
export type GetCustomerPointsApiArg = {
  customerPointsRequest: CustomerPointsRequest;
};
export type GetCustomerTwinsApiResponse =
  /** status 200 The answer. */ GetCustomerTwinsEnvelope;
export type GetCustomerTwinsApiArg = {
  customerPointsRequest: CustomerPointsRequest;
};
export type GetCustomersListApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetCustomersListEnvelope;
export type GetCustomersListApiArg = {
  customersListRequest: CustomersListRequest;
};
export type GetDailySalesLaborApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetDailySalesLaborEnvelope;
export type GetDailySalesLaborApiArg = {
  reportRequest: ReportRequest;
};
export type GetDateMoveApiResponse =
  /** status 200 The answer. */ GetDateMoveEnvelope;
export type GetDateMoveApiArg = {
  dateMoveRequest: DateMoveRequest;
};
export type GetDevicesApiResponse =
  /** status 200 The answer. */ GetDevicesEnvelope;
export type GetDevicesApiArg = {
  devicesRequest: DevicesRequest;
};
export type GetDiscountReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetDiscountReportEnvelope;
export type GetDiscountReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetEmployeeSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetEmployeeSalesReportEnvelope;
export type GetEmployeeSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetGiftCardLiabilityApiResponse =
  /** status 200 The answer. */ GetGiftCardLiabilityEnvelope;
export type GetGiftCardLiabilityApiArg = {
  giftCardLiabilityRequest: GiftCardLiabilityRequest;
};
export type GetGiftCardReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetGiftCardReportEnvelope;
export type GetGiftCardReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetGuestTextsApiResponse =
  /** status 200 The answer. */ GetGuestTextsEnvelope;
export type GetGuestTextsApiArg = {
  guestTextsRequest: GuestTextsRequest;
};
export type GetHourlyReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetHourlyReportEnvelope;
export type GetHourlyReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetIngestKeysApiResponse =
  /** status 200 The answer. */ GetIngestKeysEnvelope;
export type GetIngestKeysApiArg = {
  ingestKeysRequest: IngestKeysRequest;
};
export type GetInsideSalesApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetInsideSalesEnvelope;
export type GetInsideSalesApiArg = {
  insideSalesRequest: InsideSalesRequest;
};
export type GetItemApiResponse = /** status 200 The answer. */ GetItemEnvelope;
export type GetItemApiArg = {
  itemRequest: ItemRequest;
};
export type GetItemEditsApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetItemEditsEnvelope;
export type GetItemEditsApiArg = {
  itemEditsRequest: ItemEditsRequest;
};
export type GetItemsListApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetItemsListEnvelope;
export type GetItemsListApiArg = {
  itemsListRequest: ItemsListRequest;
};
export type GetItemsalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetItemsalesReportEnvelope;
export type GetItemsalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetLaborReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetLaborReportEnvelope;
export type GetLaborReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetLastsevendaysReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetLastsevendaysReportEnvelope;
export type GetLastsevendaysReportApiArg = {
  lastSevenDaysRequest: LastSevenDaysRequest;
};
export type GetMajorCategorySalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetMajorCategorySalesReportEnvelope;
export type GetMajorCategorySalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetMarketingRecipientsApiResponse =
  /** status 200 The answer. */ GetMarketingRecipientsEnvelope;
export type GetMarketingRecipientsApiArg = {
  recipientsRequest: RecipientsRequest;
};
export type GetMinorCategorySalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetMinorCategorySalesReportEnvelope;
export type GetMinorCategorySalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetModifierReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetModifierReportEnvelope;
export type GetModifierReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetNotificationRulesApiResponse =
  /** status 200 The answer. */ NotificationRulesEnvelope;
export type GetNotificationRulesApiArg = {
  notificationRulesRequest: NotificationRulesRequest;
};
export type GetOnlineorderCurrentweekPayoutApiResponse =
  /** status 200 The answer. */ CurrentWeekPayoutEnvelope;
export type GetOnlineorderCurrentweekPayoutApiArg = {
  currentWeekPayoutRequest: CurrentWeekPayoutRequest;
};
export type GetOnlineorderPayoutHistoryApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ PayoutHistoryEnvelope;
export type GetOnlineorderPayoutHistoryApiArg = {
  payoutHistoryRequest: PayoutHistoryRequest;
};
export type GetOnlineorderSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetOnlineorderSalesReportEnvelope;
export type GetOnlineorderSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetOpenChecksApiResponse =
  /** status 200 The answer. */ GetOpenChecksEnvelope;
export type GetOpenChecksApiArg = {
  openChecksRequest: OpenChecksRequest;
};
export type GetOrderinputtypeSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetOrderinputtypeSalesReportEnvelope;
export type GetOrderinputtypeSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetOrdertypeSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetOrdertypeSalesReportEnvelope;
export type GetOrdertypeSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetPaymentReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetPaymentReportEnvelope;
export type GetPaymentReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetProfileApiResponse =
  /** status 200 The answer. */ GetProfileEnvelope;
export type GetProfileApiArg = {
  ownRequest: OwnRequest;
};
export type GetPromoCodeDeliveryApiResponse =
  /** status 200 The answer. */ GetPromoCodeDeliveryEnvelope;
export type GetPromoCodeDeliveryApiArg = {
  promoCodeDeliveryRequest: PromoCodeDeliveryRequest;
};
export type GetPromotionsApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetPromotionsEnvelope;
export type GetPromotionsApiArg = {
  promotionsRequest: PromotionsRequest;
};
export type GetReportFilterBydateApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetReportFilterBydateEnvelope;
export type GetReportFilterBydateApiArg = {
  reportRequest: ReportRequest;
};
export type GetRestaurantListApiResponse =
  /** status 200 The answer. */ GetRestaurantListEnvelope;
export type GetRestaurantListApiArg = void;
export type GetRevenuecenterSalesReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetRevenuecenterSalesReportEnvelope;
export type GetRevenuecenterSalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetRewardPercentApiResponse =
  /** status 200 The answer. */ GetRewardPercentEnvelope;
export type GetRewardPercentApiArg = {
  rewardPercentRequest: RewardPercentRequest;
};
export type GetServiceChargeReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetServiceChargeReportEnvelope;
export type GetServiceChargeReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetSessionsApiResponse =
  /** status 200 The answer. */ GetSessionsEnvelope;
export type GetSessionsApiArg = {
  ownRequest: OwnRequest;
};
export type GetTablePerformanceReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetTablePerformanceReportEnvelope;
export type GetTablePerformanceReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetTaxReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetTaxReportEnvelope;
export type GetTaxReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetVoidReportApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetVoidReportEnvelope;
export type GetVoidReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetWagesApiResponse =
  /** status 200 The answer. */ GetWagesEnvelope;
export type GetWagesApiArg = {
  wagesRequest: WagesRequest;
};
export type LinkRestaurantApiResponse =
  /** status 200 The answer. */ LinkRestaurantEnvelope;
export type LinkRestaurantApiArg = {
  linkRestaurantRequest: LinkRestaurantRequest;
};
export type LoginApiResponse = /** status 200 The answer. */ LoginEnvelope;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type LogoutApiResponse = /** status 200 The answer. */ LogoutEnvelope;
export type LogoutApiArg = {
  sessionId: string;
};
export type MarkItemSoldOutApiResponse =
  /** status 200 The answer. */ MarkSoldOutEnvelope;
export type MarkItemSoldOutApiArg = {
  markSoldOutRequest: MarkSoldOutRequest;
};
export type OpenSampleApiResponse =
  /** status 200 The answer. */ OpenSampleEnvelope;
export type OpenSampleApiArg = {
  openSampleRequest: OpenSampleRequest;
};
export type PauseDateMoveApiResponse =
  /** status 200 The answer. */ PauseDateMoveEnvelope;
export type PauseDateMoveApiArg = {
  pauseDateMoveRequest: PauseDateMoveRequest;
};
export type RemoveDeviceApiResponse =
  /** status 200 The answer. */ RemoveDeviceEnvelope;
export type RemoveDeviceApiArg = {
  deviceRequest: DeviceRequest;
};
export type RemoveProfileImageApiResponse =
  /** status 200 The answer. */ RemoveProfileImageEnvelope;
export type RemoveProfileImageApiArg = {
  ownRequest: OwnRequest;
};
export type ResetPasswordApiResponse =
  /** status 200 The answer. */ ResetPasswordEnvelope;
export type ResetPasswordApiArg = {
  resetPasswordRequest: ResetPasswordRequest;
};
export type RevokeIngestKeyApiResponse =
  /** status 200 The answer. */ RevokeIngestKeyEnvelope;
export type RevokeIngestKeyApiArg = {
  revokeIngestKeyRequest: RevokeIngestKeyRequest;
};
export type SendCampaignTestApiResponse =
  /** status 200 The answer. */ SendCampaignTestEnvelope;
export type SendCampaignTestApiArg = {
  campaignTestRequest: CampaignTestRequest;
};
export type SendRewardItemApiResponse =
  /** status 200 The answer. */ SendRewardItemEnvelope;
export type SendRewardItemApiArg = {
  sendRewardItemRequest: SendRewardItemRequest;
};
export type SendRewardPointApiResponse =
  /** status 200 The answer. */ SendRewardPointEnvelope;
export type SendRewardPointApiArg = {
  sendRewardPointRequest: SendRewardPointRequest;
};
export type SetDayStartApiResponse =
  /** status 200 The answer. */ SetDayStartEnvelope;
export type SetDayStartApiArg = {
  setDayStartRequest: SetDayStartRequest;
};
export type SetWageApiResponse = /** status 200 The answer. */ SetWageEnvelope;
export type SetWageApiArg = {
  setWageRequest: SetWageRequest;
};
export type SignupApiResponse = /** status 200 The answer. */ SignupEnvelope;
export type SignupApiArg = {
  signupRequest: SignupRequest;
};
export type TestPushApiResponse =
  /** status 200 The answer. */ TestPushEnvelope;
export type TestPushApiArg = {
  deviceRequest: DeviceRequest;
};
export type UnlinkRestaurantApiResponse =
  /** status 200 The answer. */ UnlinkRestaurantEnvelope;
export type UnlinkRestaurantApiArg = {
  locationRequest: LocationRequest;
};
export type UpdateAllCommunicationsViewedApiResponse =
  /** status 200 The answer. */ CommunicationsViewedEnvelope;
export type UpdateAllCommunicationsViewedApiArg = {
  allViewedRequest: AllViewedRequest;
};
export type UpdateCampaignApiResponse =
  /** status 200 The answer. */ UpdateCampaignEnvelope;
export type UpdateCampaignApiArg = {
  updateCampaignRequest: UpdateCampaignRequest;
};
export type UpdateCommunicationViewedApiResponse =
  /** status 200 The answer. */ CommunicationsViewedEnvelope;
export type UpdateCommunicationViewedApiArg = {
  communicationViewedRequest: CommunicationViewedRequest;
};
export type UpdateCustomerConsentApiResponse =
  /** status 200 The answer. */ UpdateCustomerConsentEnvelope;
export type UpdateCustomerConsentApiArg = {
  updateCustomerConsentRequest: UpdateCustomerConsentRequest;
};
export type UpdateNotificationRulesApiResponse =
  /** status 200 The answer. */ NotificationRulesEnvelope;
export type UpdateNotificationRulesApiArg = {
  updateNotificationRulesRequest: UpdateNotificationRulesRequest;
};
export type UpdatePositemApiResponse =
  /** status 200 The answer. */ UpdateItemEnvelope;
export type UpdatePositemApiArg = {
  updateItemRequest: UpdateItemRequest;
};
export type UpdateProfileApiResponse =
  /** status 200 The answer. */ UpdateProfileEnvelope;
export type UpdateProfileApiArg = {
  updateProfileRequest: UpdateProfileRequest;
};
export type UpdateRewardPercentApiResponse =
  /** status 200 The answer. */ UpdateRewardPercentEnvelope;
export type UpdateRewardPercentApiArg = {
  updateRewardPercentRequest: UpdateRewardPercentRequest;
};
export type UploadItemImageApiResponse =
  /** status 200 The answer. */ UploadItemImageEnvelope;
export type UploadItemImageApiArg = {
  uploadItemImageRequest: UploadItemImageRequest;
};
export type UploadProfileImageApiResponse =
  /** status 200 The answer. */ UploadProfileImageEnvelope;
export type UploadProfileImageApiArg = {
  uploadProfileImageRequest: UploadProfileImageRequest;
};
export type GetAppConfigApiResponse =
  /** status 200 The configuration. */ AppConfig;
export type GetAppConfigApiArg = void;
export type ConnectAnswerImportApiResponse =
  /** status 200 The answer. */ AnswerImportEnvelope;
export type ConnectAnswerImportApiArg = {
  connectAnswerImportRequest: ConnectAnswerImportRequest;
};
export type ConnectCreateImportApiResponse =
  /** status 200 The answer. */ CreateImportEnvelope;
export type ConnectCreateImportApiArg = {
  connectCreateImportRequest: ConnectCreateImportRequest;
};
export type ConnectDiscardImportApiResponse =
  /** status 200 The answer. */ DiscardImportEnvelope;
export type ConnectDiscardImportApiArg = {
  connectDiscardImportRequest: ConnectDiscardImportRequest;
};
export type ConnectGetImportApiResponse =
  /** status 200 The answer. */ GetImportEnvelope;
export type ConnectGetImportApiArg = {
  connectImportRequest: ConnectImportRequest;
};
export type ConnectGetImportRefusedRowsApiResponse =
  /** status 200 The answer. */ GetImportRefusedRowsEnvelope;
export type ConnectGetImportRefusedRowsApiArg = {
  connectImportRefusedRowsRequest: ConnectImportRefusedRowsRequest;
};
export type ConnectGetImportsApiResponse =
  /** status 200 The answer. */ GetImportsEnvelope;
export type ConnectGetImportsApiArg = {
  connectImportsRequest: ConnectImportsRequest;
};
export type ConnectKeepImportDaysApiResponse =
  /** status 200 The answer. */ KeepImportDaysEnvelope;
export type ConnectKeepImportDaysApiArg = {
  connectKeepImportDaysRequest: ConnectKeepImportDaysRequest;
};
export type ConnectPauseImportApiResponse =
  /** status 200 The answer. */ PauseImportEnvelope;
export type ConnectPauseImportApiArg = {
  connectPauseImportRequest: ConnectPauseImportRequest;
};
export type ConnectPutImportPartApiResponse =
  /** status 200 The answer. */ PutImportPartEnvelope;
export type ConnectPutImportPartApiArg = {
  connectPutImportPartRequest: ConnectPutImportPartRequest;
};
export type ConnectResumeImportApiResponse =
  /** status 200 The answer. */ ResumeImportEnvelope;
export type ConnectResumeImportApiArg = {
  connectResumeImportRequest: ConnectResumeImportRequest;
};
export type ConnectStartImportApiResponse =
  /** status 200 The answer. */ StartImportEnvelope;
export type ConnectStartImportApiArg = {
  connectStartImportRequest: ConnectStartImportRequest;
};
export type ConnectTakeOutImportDaysApiResponse =
  /** status 200 The answer. */ TakeOutImportDaysEnvelope;
export type ConnectTakeOutImportDaysApiArg = {
  connectTakeOutImportDaysRequest: ConnectTakeOutImportDaysRequest;
};
export type ConnectUndoImportApiResponse =
  /** status 200 The answer. */ UndoImportEnvelope;
export type ConnectUndoImportApiArg = {
  connectUndoImportRequest: ConnectUndoImportRequest;
};
export type HealthzApiResponse =
  /** status 200 The process is alive. */ HealthEnvelope;
export type HealthzApiArg = void;
export type GetProfileImageApiResponse =
  /** status 200 The picture. */ number[];
export type GetProfileImageApiArg = {
  /** From `profileImage`. */
  name: string;
};
export type GetImageApiResponse = /** status 200 The picture. */ number[];
export type GetImageApiArg = {
  /** From `imageUrl`. */
  name: string;
};
export type IngestChangesApiResponse =
  /** status 200 The changes. */ ChangesEnvelope;
export type IngestChangesApiArg = {
  /** The `after` of the previous answer; without it from the first change on. */
  after?: number;
  /** 1 to 500; 100 without it. */
  limit?: number;
  /** Bearer <ingest key> */
  authorization: string;
};
export type IngestEventsApiResponse =
  /** status 202 They are stored on disk. */ AcceptedEnvelope;
export type IngestEventsApiArg = {
  /** Bearer <ingest key> */
  authorization: string;
  /** Of keys of imports and connections: the id of another key of the location, or till. The facts count as sent by that key. */
  "Saffron-Source"?: string;
  /** One CloudEvent, or an array of them. */
  body: unknown;
};
export type SendPromoCodeTextApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendPromoCodeTextApiArg = {
  textCampaignRequest: TextCampaignRequest;
};
export type SendPromotionTextApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendPromotionTextApiArg = {
  textCampaignRequest: TextCampaignRequest;
};
export type SendPromoCodeEmailApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendPromoCodeEmailApiArg = {
  emailCampaignRequest: EmailCampaignRequest;
};
export type SendPromotionEmailApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendPromotionEmailApiArg = {
  emailCampaignRequest: EmailCampaignRequest;
};
export type SendBasicEmailApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendBasicEmailApiArg = {
  emailCampaignRequest: EmailCampaignRequest;
};
export type SendBasicTextApiResponse =
  /** status 202 Stored; it will be sent. */ SentEnvelope;
export type SendBasicTextApiArg = {
  textCampaignRequest: TextCampaignRequest;
};
export type TakeTextApiResponse =
  /** status 200 The reply to the guest. */ string;
export type TakeTextApiArg = {
  /** Proves that the provider sent it. */
  "X-Twilio-Signature": string;
  /** A text from a guest. */
  body: string;
};
export type TakeTextStatusApiResponse = unknown;
export type TakeTextStatusApiArg = {
  /** Proves that the provider sent it. */
  "X-Twilio-Signature": string;
  /** The delivery status of a text. */
  body: string;
};
export type TraceCheckApiResponse = /** status 200 The answer. */ CheckTrace;
export type TraceCheckApiArg = {
  /** The check. */
  posCheckId: string;
  /** Required if the caller has access to more than one location. */
  posId?: string;
};
export type ListMismatchesApiResponse =
  /** status 200 The page. */ MismatchList;
export type ListMismatchesApiArg = {
  /** Required if the caller has access to more than one location. */
  posId?: string;
  /** unknown_to_provider, without_check, payout_differs or amount_differs. */
  kind: string;
  /** 1 to 500; 100 without it. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
};
export type ReopenMismatchApiResponse =
  /** status 200 The current state. */ Mismatch;
export type ReopenMismatchApiArg = {
  reopenMismatchRequest: ReopenMismatchRequest;
};
export type ResolveMismatchApiResponse =
  /** status 200 The current state. */ Mismatch;
export type ResolveMismatchApiArg = {
  resolveMismatchRequest: ResolveMismatchRequest;
};
export type ListPaymentIntentsApiResponse =
  /** status 200 The page; a CSV file for `Accept: text/csv`. */ PaymentIntentList;
export type ListPaymentIntentsApiArg = {
  /** Required if the caller has access to more than one location. */
  posId?: string;
  created?: {
    gt?: number;
    lte?: number;
  };
  /** 1 to 150; 10 without it. */
  limit?: number;
  /** Objects after this one: older. */
  startingAfter?: string;
  /** Objects before this one: newer. */
  endingBefore?: string;
};
export type GetPaymentIntentApiResponse =
  /** status 200 The payment. */ PaymentIntentDetail;
export type GetPaymentIntentApiArg = {
  /** The payment. */
  id: string;
  /** Required if the caller has access to more than one location. */
  posId?: string;
};
export type CancelPaymentIntentApiResponse =
  /** status 200 The current state. */ PaymentIntent;
export type CancelPaymentIntentApiArg = {
  /** The payment. */
  id: string;
  changePaymentRequest: ChangePaymentRequest;
};
export type CapturePaymentIntentApiResponse =
  /** status 200 The current state. */ PaymentIntent;
export type CapturePaymentIntentApiArg = {
  /** The payment. */
  id: string;
  changePaymentRequest: ChangePaymentRequest;
};
export type ListPayoutsApiResponse =
  /** status 200 The page; a CSV file for `Accept: text/csv`. */ PayoutList;
export type ListPayoutsApiArg = {
  /** Required if the caller has access to more than one location. */
  posId?: string;
  created?: {
    gt?: number;
    lte?: number;
  };
  /** 1 to 150; 10 without it. */
  limit?: number;
  /** Objects after this one: older. */
  startingAfter?: string;
  /** Objects before this one: newer. */
  endingBefore?: string;
};
export type ListPayoutTransactionsApiResponse =
  /** status 200 The page; a CSV file for `Accept: text/csv`. */ PayoutTransactionList;
export type ListPayoutTransactionsApiArg = {
  /** The payout. */
  id: string;
  /** Required if the caller has access to more than one location. */
  posId?: string;
  /** 1 to 150; 10 without it. */
  limit?: number;
  /** Objects after this one: older. */
  startingAfter?: string;
  /** Objects before this one: newer. */
  endingBefore?: string;
};
export type ListReviewsApiResponse =
  /** status 200 The page; a CSV file for `Accept: text/csv`. */ ReviewList;
export type ListReviewsApiArg = {
  /** Required if the caller has access to more than one location. */
  posId?: string;
  /** open or resolved; both without it. */
  state?: string;
  /** 1 to 500; 100 without it. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
};
export type FindPaymentsApiResponse =
  /** status 200 The page. */ FoundPaymentList;
export type FindPaymentsApiArg = {
  /** An amount such as 31.84 (charged, refunded or disputed), the last four digits of a card, or the number of a check; 100 characters at most. Required without `status`. */
  search?: string;
  /** succeeded, refunded, failed, held or disputed; any without it. */
  status?: string;
  /** 1 to 100; 20 without it. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
};
export type TakeWebhookApiResponse = /** status 200 Stored. */ WebhookEnvelope;
export type TakeWebhookApiArg = {
  /** Proves that the provider sent it now. */
  "Stripe-Signature": string;
  /** An event of the provider. */
  body: unknown;
};
export type ProvisionLocationApiResponse =
  /** status 200 The answer. */ ProvisionEnvelope;
export type ProvisionLocationApiArg = {
  /** Bearer <provisioning key> */
  authorization: string;
  provisionRequest: ProvisionRequest;
};
export type PushStreamApiResponse = /** status 200 The stream. */ string;
export type PushStreamApiArg = {
  /** Milliseconds before now at which the stream starts; ignored with `Last-Event-ID`. */
  ago?: number;
  /** The id of the newest event that was received. */
  "Last-Event-ID"?: string;
};
export type ReadyzApiResponse = /** status 200 All respond. */ ReadyEnvelope;
export type ReadyzApiArg = void;
export type GetSubscriptionApiResponse = unknown;
export type GetSubscriptionApiArg = {
  /** From the link in the email. */
  token: string;
};
export type UnsubscribeApiResponse = unknown;
export type UnsubscribeApiArg = {
  /** From the link in the email. */
  token: string;
};
export type SubscribeAgainApiResponse = unknown;
export type SubscribeAgainApiArg = {
  /** From the link in the email. */
  token: string;
};
export type PushDevice = {
  /** UTC, RFC 3339. */
  addedAt: string;
  /** Added by the session of this call. */
  current: boolean;
  deviceID: string;
  /** Such as Chrome on Android. */
  label: string;
  /** When a push service last accepted a push for it: UTC, RFC 3339. Null: not yet. */
  lastSuccessAt: string | null;
};
export type AddDeviceEnvelope = {
  body: PushDevice;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ErrorBody = {
  /** Of a batch of events: the index of the first wrong one, from 0. */
  event?: number;
  /** The wrong field. */
  field?: string;
  /** Of a batch of events: the id of the first wrong one, if it can be read. */
  id?: string;
};
export type ErrorEnvelope = {
  body: ErrorBody | null;
  /** What is wrong and what to do next. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PushSubscriptionKeys = {
  /** 16 bytes. */
  auth: string;
  /** An uncompressed point of P-256. */
  p256dh: string;
};
export type PushSubscription = {
  /** Of a known push service. */
  endpoint: string;
  keys: PushSubscriptionKeys;
};
export type AddDeviceRequest = {
  subscription: PushSubscription;
};
export type ChangePasswordEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ChangePasswordRequest = {
  /** 10 characters at least, not a known-common one. */
  newPassword: string;
  /** The current password. */
  oldPassword: string;
};
export type CloseSampleEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type OwnRequest = {};
export type ConfirmAddressEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConfirmAddressRequest = {
  /** The part of the link behind `#`. */
  token: string;
};
export type ConfirmSignUpEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConfirmSignUpRequest = {
  /** The password chosen at sign-up. */
  password: string;
  /** The part of the link behind `#`. */
  token: string;
};
export type IngestKeyKind = "till" | "import" | "connection";
export type IngestKey = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  /** The name of the person who made it; null: nobody did, or the account is gone. */
  createdBy: string | null;
  /** till: the one that the POS vendor has. */
  id: string;
  kind: IngestKeyKind;
  /** Wall time of the location, right to a minute or two; null: never, or it is the POS vendor's. */
  lastUsedAt: string | null;
  name: string;
  /** Wall time of the location; null: it is valid. */
  revokedAt: string | null;
};
export type CreatedIngestKey = {
  /** The secret, which is not shown again: 256 random bits, base64url. */
  ingestKey: string;
  key: IngestKey;
};
export type CreateIngestKeyEnvelope = {
  body: CreatedIngestKey;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CreateIngestKeyRequest = {
  /** 1 to 200 characters. */
  name: string;
  posID: string;
};
export type LinkCode = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  expiresAt: string;
  /** 10 characters, single use. */
  linkCode: string;
  posID: string;
};
export type CreateLinkCodeEnvelope = {
  body: LinkCode;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type LocationRequest = {
  posID: string;
};
export type DayStartSince = {
  /** HH:MM of the wall clock. */
  dayStart: string;
  /** The first business date, YYYY-MM-DD; null: all dates before the next entry. */
  startDate: string | null;
};
export type Location = {
  /** The location's current business date, YYYY-MM-DD. */
  businessDate: string;
  /** When that date began: HH:MM of the wall clock. */
  dayStart: string;
  /** Every start that its dates have, in order. */
  dayStarts: DayStartSince[];
  /** It is a sample restaurant, in which the caller only looks around. */
  isSample: boolean;
  name: string;
  phone: string | null;
  posID: string;
  postalAddress: string | null;
  /** IANA name. */
  timeZone: string;
  website: string | null;
};
export type CreateLocationEnvelope = {
  body: Location;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CreateLocationRequest = {
  /** When its business days begin: HH:MM, a quarter of an hour from 00:00 to 11:45. Without it 04:00. */
  dayStart?: string;
  /** 1 to 100 characters. */
  name: string;
  /** IANA name. */
  timeZone: string;
};
export type EndOtherSessionsEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type EndSessionEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type EndSessionRequest = {
  /** As `get-sessions` lists it. */
  handle: string;
};
export type EraseCustomerEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type EraseCustomerRequest = {
  /** The same person under other ids, as `get-customer-twins` lists them; 100 at most. Others stay. */
  alsoErase?: string[];
  posCustomerID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ExportCustomerEnvelope = {
  /** All data about the guest. */
  body: object;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CustomerRequest = {
  posCustomerID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type CheckSummary = {
  /** YYYY-MM-DD. */
  businessDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  closeTime: string;
  employeeID: string | null;
  employeeName: string | null;
  /** What a person should look at: outOfBalance, discountsDiffer (named discounts do not add up), taxIncluded (the rate of a tax in a price is not known), otherDate (a business date more than two days from its closing). */
  exceptions: string[];
  /** Guests. */
  grossCover: number;
  /** Payments with tips. Dollars. */
  grossPayment: number;
  /** Dollars. */
  grossSales: number;
  /** Dollars. */
  grossTips: number;
  /** Dollars. */
  netSales: number;
  /** Not closed yet: it counts in no sales, and its close_time is its open_time. */
  open: boolean;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  openTime: string | null;
  orderType: string | null;
  /** Payments less what was due. Dollars. */
  outOfBalance: number;
  paymentTypes: string[];
  posCheckID: string;
  posID: string;
  /** The check it refunds. */
  refundOf: string | null;
  table: string | null;
  /** Voided as a whole. */
  voided: boolean;
};
export type FoundChecks = {
  checkReportList: CheckSummary[];
  /** Nothing matches: these are up to five checks whose charged amount is nearest, the nearest first. */
  nearest: boolean;
  /** Null on the last page. */
  nextCursor: string | null;
};
export type FindChecksEnvelope = {
  body: FoundChecks;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type FindChecksRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** An amount such as 31.84 (charged, without the tip, or net sales; of refunds too), a check number, or part of an employee's or a guest's name; 100 characters at most. */
  search?: string;
};
export type ForgotPasswordEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ForgotPasswordRequest = {
  /** What `login` answered to this device, if it did. A device that signed in to the account before is not slowed down by what others ask. */
  deviceToken?: string;
  email: string;
};
export type MessageChannel = "email" | "text";
export type Exclusion =
  | "optedOut"
  | "noConsent"
  | "tooMany"
  | "noAddress"
  | "repeated"
  | "erased"
  | "stopped";
export type ExclusionCount = {
  count: number;
  exclusion: Exclusion;
};
export type CampaignItem = {
  /** https, http or a path of the gateway; null: the default picture of offers. */
  imageUrl: string | null;
  name: string;
  /** Dollars. */
  originalPrice: number;
  /** Dollars. */
  price: number;
};
export type CampaignKind = "basic" | "promotion" | "promoCode";
export type PromoResult = {
  /** Dollars. */
  discount: number;
  /** Dollars. */
  profit: number;
  redemptions: number;
  /** Net of discounts. Dollars. */
  sales: number;
  /** Sales of lines without cost; where it is not 0, profit is incomplete. Dollars. */
  salesWithoutCost: number;
};
export type CampaignState = "sending" | "paused" | "stopped" | "finished";
export type Campaign = {
  body: string;
  campaignID: string;
  channel: MessageChannel;
  /** Of texts: the price of `segments`; null where the installation sets no price. Dollars. */
  cost: number | null;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  /** A person's name. */
  createdBy: string;
  /** Whole percent; 0: none. */
  discountPercentage: number;
  excluded: number;
  /** Of the excluded, by reason. */
  exclusions: ExclusionCount[];
  failed: number;
  /** Null: not yet. */
  finishedAt: string | null;
  items: CampaignItem[];
  kind: CampaignKind;
  /** Guests who opted out by this campaign's link or a STOP reply. */
  optedOut: number;
  posID: string;
  promoCode: string | null;
  /** Of the waiting: held until the recipient's morning. */
  quiet: number;
  recipients: number;
  /** Null: no promo code. */
  result: PromoResult | null;
  /** Of texts: what was sent and is paid for. */
  segments: number;
  sending: number;
  sent: number;
  state: CampaignState;
  /** Of emails. */
  subject: string | null;
  unknown: number;
  /** Of a promo code: its last day. Null: it does not end. */
  validUntil: string | null;
  waiting: number;
};
export type GetCampaignEnvelope = {
  body: Campaign;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CampaignRequest = {
  campaignID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type TextDelivery = "delivered" | "undelivered" | "failed";
export type Outcome =
  "waiting" | "sending" | "sent" | "failed" | "excluded" | "unknown";
export type RecipientOutcome = {
  /** Null: forgotten. */
  address: string | null;
  /** When it was settled, wall time of the location, YYYY-MM-DDTHH:mm:ss; null: not yet. */
  at: string | null;
  /** Of texts that were sent: the provider's last word, a name of TextDelivery, or null. */
  delivery: TextDelivery | null;
  /** Of the excluded. */
  exclusion: Exclusion | null;
  firstName: string | null;
  lastName: string | null;
  optedOut: boolean;
  outcome: Outcome;
  posCustomerID: string | null;
  /** Of the failed and the unknown: why, in words. */
  reason: string | null;
};
export type OutcomeList = {
  /** Null on the last page. */
  nextCursor: string | null;
  outcomeList: RecipientOutcome[];
};
export type GetCampaignOutcomesEnvelope = {
  body: OutcomeList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CampaignOutcomesRequest = {
  campaignID: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Null: all. */
  outcome?: Outcome | null;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  search?: string;
};
export type CampaignPreview = {
  /** Of texts: the price of all segments; null where the installation sets no price. Dollars. */
  cost: number | null;
  /** Whole percent; 0: none. */
  discountPercentage: number;
  /** Of texts: GSM-7 or UCS-2. */
  encoding: string;
  /** Number of excluded recipients, by reason. */
  excluded: ExclusionCount[];
  /** Of emails: as the first recipient would see it. */
  html: string;
  /** Texts that would wait until the recipient's morning. */
  quiet: number;
  /** Number of recipients. */
  recipients: number;
  /** Of texts: how many are paid for, for the longest of them. */
  segments: number;
  /** Of emails: as the first recipient would see it. */
  subject: string;
  /** The plain part of an email, or a text as the first recipient would see it. */
  text: string;
  /** Of texts: what all of them together would be billed as. */
  totalSegments: number;
};
export type GetCampaignPreviewEnvelope = {
  body: CampaignPreview;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type TextRecipient = {
  firstName?: string | null;
  /** Ten digits. */
  phone: number;
};
export type CampaignPreviewRequest = {
  /** 150 characters at most. */
  body?: string | null;
  /** Of emails: the location's own name. */
  businessName?: string | null;
  channel: MessageChannel;
  /** Whole percent. */
  discountPercentage?: number | null;
  /** Of emails: addresses as the caller sent them; 25,000 at most. */
  emails?: string[] | null;
  items?: CampaignItem[] | null;
  kind: CampaignKind;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** 3 to 32 of A-Z, 0-9 and -. */
  promoCode?: string | null;
  /** Of texts: 25,000 at most. */
  recipients?: TextRecipient[] | null;
  /** Of emails. */
  subject?: string | null;
  /** Of a promo code: its last day. Null: it does not end. A business date; a time part is ignored. */
  validUntil?: string | null;
  /** Of emails: the location's own website. */
  website?: string | null;
};
export type CampaignList = {
  campaignList: Campaign[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetCampaignsEnvelope = {
  body: CampaignList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CampaignsRequest = {
  /** Null: both. */
  channel?: MessageChannel | null;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type CashFigures = {
  /** Cash payments less cash refunds. Dollars, two decimals. */
  cashSales: number;
  /** Cash counted in drawers when they were closed. Dollars, two decimals. */
  counted: number;
  /** Drawers that were closed and counted. */
  counts: number;
  /** Cash moved from drawers to the safe. Dollars, two decimals. */
  drops: number;
  /** Cash that should be in drawers: opening amount, cash sales and paid in, less paid out and drops. Dollars, two decimals. */
  expected: number;
  /** Cash in drawers when they were opened. Dollars, two decimals. */
  opening: number;
  /** Counted cash less expected cash. Below zero, cash is missing. Dollars, two decimals. */
  overShort: number;
  /** Cash put into drawers beside sales. Dollars, two decimals. */
  paidIn: number;
  /** Cash taken out of drawers for expenses. Dollars, two decimals. */
  paidOut: number;
};
export type CashCompared = CashFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type CashRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Cash payments less cash refunds. Dollars, two decimals. */
  cashSales: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | CashFigures;
  compared?: CashCompared;
  /** Cash counted in drawers when they were closed. Dollars, two decimals. */
  counted: number;
  /** Drawers that were closed and counted. */
  counts: number;
  /** Cash moved from drawers to the safe. Dollars, two decimals. */
  drops: number;
  /** Null if the fact has none. */
  employeeID: string | null;
  /** Unassigned if the fact has none. */
  employeeName: string;
  /** Cash that should be in drawers: opening amount, cash sales and paid in, less paid out and drops. Dollars, two decimals. */
  expected: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | CashFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | CashFigures;
  /** Cash in drawers when they were opened. Dollars, two decimals. */
  opening: number;
  /** Counted cash less expected cash. Below zero, cash is missing. Dollars, two decimals. */
  overShort: number;
  /** Cash put into drawers beside sales. Dollars, two decimals. */
  paidIn: number;
  /** Cash taken out of drawers for expenses. Dollars, two decimals. */
  paidOut: number;
  /** Null if the fact has none. */
  posDrawerID: string | null;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type CashComparison = {
  before: CashFigures;
  current: CashFigures;
};
export type CashComparedTotal = CashComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type CashTotal = CashFigures & {
  compared?: CashComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | CashComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | CashComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type CashLocationTotal = CashTotal & {
  posID: string;
};
export type GetCashReportEnvelope = {
  body: CashRow[];
  locationTotals: CashLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: CashTotal;
};
export type ReportRequest = {
  /** The span that a report is compared with: adds `compared` to rows and totals, and columns to the CSV file. */
  compareTo?: "previous" | "sameLastYear";
  /** A business date, inclusive; a time part is ignored. */
  endDate: string;
  /** How rows are grouped by time. */
  groupBy?: "day" | "month" | "none";
  /** Without it: all linked locations. */
  posID?: string;
  /** A business date, inclusive; a time part is ignored. */
  startDate: string;
};
export type PaymentsByType = {
  /** Without tips. Dollars, two decimals. */
  amount: number;
  /** Dollars, two decimals. */
  grossTips: number;
  /** Without those of refunds. */
  paymentCount: number;
  paymentType: string;
};
export type CashierFigures = {
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  payments: PaymentsByType[];
};
export type CashierCompared = CashierFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type CashierRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Null if the fact has none. */
  cashierID: string | null;
  /** Unassigned if the fact has none. */
  cashierName: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | CashierFigures;
  compared?: CashierCompared;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | CashierFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | CashierFigures;
  payments: PaymentsByType[];
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type CashierComparison = {
  before: CashierFigures;
  current: CashierFigures;
};
export type CashierComparedTotal = CashierComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type CashierTotal = CashierFigures & {
  compared?: CashierComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | CashierComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | CashierComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type CashierLocationTotal = CashierTotal & {
  posID: string;
};
export type GetCashierSalesReportEnvelope = {
  body: CashierRow[];
  locationTotals: CashierLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: CashierTotal;
};
export type CheckDiscount = {
  /** Dollars. */
  amount: number;
  /** The manager's name. */
  approvedBy: string | null;
  /** comp, promotion, employee or other. */
  kind: string;
  name: string;
  reason: string | null;
};
export type ServiceCharge = {
  /** Without its tax. Dollars. */
  amount: number;
  /** gratuity, fee or delivery. */
  kind: string;
  name: string;
  /** Dollars. */
  tax: number;
};
export type CheckTax = {
  /** Dollars. */
  amount: number;
  /** us or marketplace. */
  collectedBy: string;
  name: string;
};
export type CheckDetail = CheckSummary & {
  /** The manager's name. */
  approvedBy: string | null;
  cashierName: string | null;
  /** What of the whole check's discount has a name. */
  discounts: CheckDiscount[];
  /** Gift cards and deposits sold, dollars. */
  grossDeferred: number;
  /** Dollars. */
  grossDiscounts: number;
  /** By which the check was rounded, dollars; positive if more was due. */
  grossRounding: number;
  /** Dollars. */
  grossTax: number;
  /** Tax that a marketplace owes, dollars; not part of `grossTax`. */
  marketplaceTax: number;
  orderInputType: string | null;
  orderSource: string | null;
  promoCode: string | null;
  /** Of its void. */
  reason: string | null;
  revenueCenter: string | null;
  /** Dollars. */
  rewardUsed: number;
  /** The id that the POS sent, where posCheckID stands for one that does not fit. */
  sentCheckID: string | null;
  serviceCharges: ServiceCharge[];
  taxes: CheckTax[];
};
export type CheckModifier = {
  /** Of the whole line; part of its amount. Dollars. */
  amount: number;
  /** Of one; null if unknown. Dollars. */
  cost: number | null;
  name: string;
  /** Pieces, of the whole line. */
  quantity: number;
};
export type CheckItem = {
  /** Of the line. Dollars. */
  amount: number;
  /** The manager's name. */
  approvedBy: string | null;
  /** Of one; null if unknown. Dollars. */
  cost: number | null;
  /** A gift card or a deposit: no sale. */
  deferred: boolean;
  /** Dollars. */
  discount: number;
  /** What of its discount has a name. */
  discounts: CheckDiscount[];
  itemName: string;
  majorCategory: string | null;
  minorCategory: string | null;
  modifiers: CheckModifier[];
  posItemID: string;
  /** Of one. Dollars. */
  price: number;
  /** Pieces. */
  quantity: number;
  /** Of a void or a discount. */
  reason: string | null;
  /** Dollars. */
  tax: number;
  /** Its amounts still hold a tax whose rate is not known. */
  taxIncluded: boolean;
  voided: boolean;
};
export type CheckPayment = {
  /** Without the tip. Dollars. */
  amount: number;
  /** The amount that the processor keeps; null if unknown. Dollars. */
  fee: number | null;
  /** By a gift card or a deposit. */
  giftCard: boolean;
  /** That processor's or the POS's own id. */
  paymentID: string | null;
  /** The processor that took it, if it is not ours. */
  processor: string | null;
  /** Dollars. */
  tip: number;
  type: string;
};
export type CheckContents = {
  check: CheckDetail;
  checkItemList: CheckItem[];
  paymentList: CheckPayment[];
};
export type GetCheckItemEnvelope = {
  body: CheckContents;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CheckItemRequest = {
  posCheckID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type NotificationKind =
  | "dayClosed"
  | "itemRanOut"
  | "payoutPaid"
  | "payoutFailed"
  | "paymentFailed"
  | "disputeOpened"
  | "campaignFinished"
  | "largeVoid"
  | "largeDiscount"
  | "largeRefund"
  | "laborHigh"
  | "guestText"
  | "salesCountedTwice"
  | "salesDiffer";
export type CommunicationTarget = {
  /** The id of it; of a report its business date. */
  id: string;
  /** check, item, payout, payment, dispute, campaign, report, text or import. */
  kind: string;
};
export type Communication = {
  /** Number of further notifications of its kind within the hour. */
  also: number;
  /** Wall time of the location. */
  dateAdded: string;
  kind: NotificationKind | null;
  /** A longer text; null: it is a notification, and no message. */
  message: string | null;
  /** One short line. */
  notification: string;
  /** UUIDv7. */
  posCommunicationID: string;
  posID: string;
  /** The rule that fired, and its threshold. */
  reason: string;
  target: CommunicationTarget | null;
  viewed: boolean;
};
export type UnreadCounts = {
  messages: number;
  notifications: number;
};
export type CommunicationList = {
  communicationList: Communication[];
  /** Null on the last page. */
  nextCursor: string | null;
  unread: UnreadCounts;
};
export type GetCommunicationsEnvelope = {
  body: CommunicationList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type InboxList = "notifications" | "messages";
export type CommunicationsRequest = {
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  list?: InboxList | null;
  /** Without it: all of the person's locations. */
  posID?: string;
};
export type Customer = {
  /** Ten digits where it is a US number, else as the POS sent it. */
  cellPhoneNumber: string | null;
  email: string | null;
  /** As the POS states it. */
  emailConsent: boolean | null;
  /** Erased: only figures are left. */
  erased: boolean;
  firstName: string | null;
  lastName: string | null;
  /** Wall time of the location. Null: never. */
  lastVisit: string | null;
  /** Points that can be spent; 100 are a dollar. */
  points: number;
  /** Taken back and spent already: later earnings repay them. */
  pointsOwed: number;
  posCustomerID: string;
  posID: string;
  /** As the POS states it. */
  smsConsent: boolean | null;
  /** Net sales less refunds. Dollars. */
  spend: number;
  /** Checks, without voids and refunds. */
  visits: number;
};
export type RewardMessage = {
  /** email or text; null: the guest can be written to by neither. */
  channel: string | null;
  /** Why it is excluded: optedOut, noAddress or erased. */
  exclusion: string | null;
  /** sent, failed, excluded or unknown. */
  outcome: string;
};
export type Reward = {
  /** Expired before it was used up. */
  expired: boolean;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  grantedAt: string;
  /** A person's name. */
  grantedBy: string;
  itemName: string | null;
  /** The outcome of the reward's message; null: none yet. */
  message: RewardMessage | null;
  /** Null: points. */
  posItemID: string | null;
  /** Of an item: wall time of the check that redeemed it; null: none yet. */
  redeemedAt: string | null;
  redeemedByCheck: string | null;
  rewardID: string;
  rewardMessage: string | null;
  /** 0: an item. */
  rewardPoint: number;
  /** Its last day; null: it does not end. YYYY-MM-DDTHH:mm:ss. */
  validUntil: string | null;
};
export type CustomerDetail = {
  customer: Customer;
  /** Other records of the guest that the POS merged into this one, 1,000 at most. */
  mergedRecords: number;
  /** Newest first, 100 at most. */
  rewardList: Reward[];
};
export type GetCustomerEnvelope = {
  body: CustomerDetail;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConsentAct =
  "pos" | "owner" | "unsubscribe" | "resubscribe" | "stop" | "start" | "bounce";
export type Consent = {
  /** A name of ConsentAct. */
  act: ConsentAct;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  /** Of an owner's: the person who noted it. */
  by: string | null;
  channel: MessageChannel;
  granted: boolean;
};
export type ConsentList = {
  consentList: Consent[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetCustomerConsentsEnvelope = {
  body: ConsentList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CustomerConsentsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  posCustomerID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PointsKind = "earned" | "spent" | "granted" | "expired" | "merged";
export type PointsEntry = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  kind: PointsKind;
  /** The change of the guest's points; negative: fewer. */
  points: number;
  posCheckID: string | null;
  rewardID: string | null;
};
export type PointsList = {
  /** Null on the last page. */
  nextCursor: string | null;
  pointsList: PointsEntry[];
};
export type GetCustomerPointsEnvelope = {
  body: PointsList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CustomerPointsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  posCustomerID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type Twin = {
  customer: Customer;
  sameEmail: boolean;
  samePhone: boolean;
};
export type TwinList = {
  /** Null on the last page. */
  nextCursor: string | null;
  twinList: Twin[];
};
export type GetCustomerTwinsEnvelope = {
  body: TwinList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CustomerList = {
  customerList: Customer[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetCustomersListEnvelope = {
  body: CustomerList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GuestSegment =
  "away30" | "away60" | "away90" | "firstTimers" | "topSpenders";
export type GuestSort = "lastVisit" | "visits" | "spend";
export type CustomersListRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Part of a name, an email or a phone number; empty: everyone. */
  search?: string;
  /** Null: everyone. */
  segment?: GuestSegment | null;
  /** Null: by last visit, those without a visit last. */
  sort?: GuestSort | null;
};
export type DailyFigures = {
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Cost as a percentage of net sales. Percent, two decimals. */
  costPercent: number | null;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. Absent if it is 0. */
  grossDeferred?: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Automatic gratuity. It belongs to the staff, and is part of no sales, tips or profit. Dollars, two decimals. Absent if it is 0. */
  grossGratuity?: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Net sales and service charges less rewards used, cost and labor. Rent and other expenses are not included. Dollars, two decimals. */
  grossProfit: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. Absent if it is 0. */
  grossRedeemed?: number;
  /** The amount paid with reward points. 100 points are $1.00. Dollars, two decimals. */
  grossRewardUsed: number;
  /** The amount by which checks were rounded, such as to five cents for cash. Dollars, two decimals. Absent if it is 0. */
  grossRounding?: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Fees and delivery charges without their tax: revenue beside sales. Gratuity is not included. Dollars, two decimals. Absent if it is 0. */
  grossServiceCharges?: number;
  /** Sales tax on everything sold. It is not part of sales, also where prices include it. Dollars, two decimals. */
  grossTax: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** Sales tax that marketplaces collect and owe. It is not part of tax or payments. Dollars, two decimals. Absent if it is 0. */
  marketplaceTax?: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Payments less everything that was due. It is zero unless amounts from the POS do not add up. Dollars, two decimals. Absent if it is 0. */
  outOfBalance?: number;
  /** Cost of everything sold, and labor. Dollars, two decimals. */
  primeCost: number;
  /** Prime cost as a percentage of net sales. Percent, two decimals. */
  primeCostPercent: number | null;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
};
export type DailyCompared = DailyFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type DailyRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | DailyFigures;
  compared?: DailyCompared;
  /** Cost as a percentage of net sales. Percent, two decimals. */
  costPercent: number | null;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. Absent if it is 0. */
  grossDeferred?: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Automatic gratuity. It belongs to the staff, and is part of no sales, tips or profit. Dollars, two decimals. Absent if it is 0. */
  grossGratuity?: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Net sales and service charges less rewards used, cost and labor. Rent and other expenses are not included. Dollars, two decimals. */
  grossProfit: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. Absent if it is 0. */
  grossRedeemed?: number;
  /** The amount paid with reward points. 100 points are $1.00. Dollars, two decimals. */
  grossRewardUsed: number;
  /** The amount by which checks were rounded, such as to five cents for cash. Dollars, two decimals. Absent if it is 0. */
  grossRounding?: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Fees and delivery charges without their tax: revenue beside sales. Gratuity is not included. Dollars, two decimals. Absent if it is 0. */
  grossServiceCharges?: number;
  /** Sales tax on everything sold. It is not part of sales, also where prices include it. Dollars, two decimals. */
  grossTax: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | DailyFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | DailyFigures;
  /** Sales tax that marketplaces collect and owe. It is not part of tax or payments. Dollars, two decimals. Absent if it is 0. */
  marketplaceTax?: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Payments less everything that was due. It is zero unless amounts from the POS do not add up. Dollars, two decimals. Absent if it is 0. */
  outOfBalance?: number;
  posID: string;
  /** Cost of everything sold, and labor. Dollars, two decimals. */
  primeCost: number;
  /** Prime cost as a percentage of net sales. Percent, two decimals. */
  primeCostPercent: number | null;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** When the day usually opens, wall time of the location, YYYY-MM-DDTHH:mm:ss: the median of the weekday's first sales in the last 8 weeks, to a quarter of an hour. Only while today has no check, and if 3 of those days had one. */
  usuallyOpensAt?: string;
};
export type DailyComparison = {
  before: DailyFigures;
  current: DailyFigures;
};
export type DailyComparedTotal = DailyComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type DailyTotal = DailyFigures & {
  compared?: DailyComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | DailyComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | DailyComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type DailyLocationTotal = DailyTotal & {
  posID: string;
};
export type GetDailySalesLaborEnvelope = {
  body: DailyRow[];
  locationTotals: DailyLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: DailyTotal;
};
export type DateMove = {
  /** How many of them were looked at, and how many there are. */
  seen: number;
  /** none: nothing was to be moved so far; running; paused; settling: all were looked at, and those that came in meanwhile are looked at two minutes after the change; done. */
  state: string;
  total: number;
};
export type DateMoveAnswer = {
  dateMove: DateMove;
};
export type GetDateMoveEnvelope = {
  body: DateMoveAnswer;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type DateMoveRequest = {
  posID: string;
};
export type PushDeviceList = {
  deviceList: PushDevice[];
};
export type GetDevicesEnvelope = {
  body: PushDeviceList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type DevicesRequest = {};
export type DiscountFigures = {
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** The number of times, without refunds. */
  times: number;
};
export type DiscountCompared = DiscountFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type DiscountRow = {
  /** Unassigned if the fact has none. */
  approvedBy: string;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | DiscountFigures;
  compared?: DiscountCompared;
  /** Other discount if the fact has none. */
  discount: string;
  /** Unassigned if the fact has none. */
  discountKind: string;
  /** Null if the fact has none. */
  employeeID: string | null;
  /** Unassigned if the fact has none. */
  employeeName: string;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | DiscountFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | DiscountFigures;
  posID: string;
  /** Unassigned if the fact has none. */
  reason: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The number of times, without refunds. */
  times: number;
};
export type DiscountComparison = {
  before: DiscountFigures;
  current: DiscountFigures;
};
export type DiscountComparedTotal = DiscountComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type DiscountTotal = DiscountFigures & {
  compared?: DiscountComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | DiscountComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | DiscountComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type DiscountLocationTotal = DiscountTotal & {
  posID: string;
};
export type GetDiscountReportEnvelope = {
  body: DiscountRow[];
  locationTotals: DiscountLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: DiscountTotal;
};
export type EmployeeSalesFigures = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
};
export type EmployeeSalesCompared = EmployeeSalesFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type EmployeeSalesRow = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | EmployeeSalesFigures;
  compared?: EmployeeSalesCompared;
  /** Null if the fact has none. */
  employeeID: string | null;
  /** Unassigned if the fact has none. */
  employeeName: string;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | EmployeeSalesFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | EmployeeSalesFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type EmployeeSalesComparison = {
  before: EmployeeSalesFigures;
  current: EmployeeSalesFigures;
};
export type EmployeeSalesComparedTotal = EmployeeSalesComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type EmployeeSalesTotal = EmployeeSalesFigures & {
  compared?: EmployeeSalesComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | EmployeeSalesComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | EmployeeSalesComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type EmployeeSalesLocationTotal = EmployeeSalesTotal & {
  posID: string;
};
export type GetEmployeeSalesReportEnvelope = {
  body: EmployeeSalesRow[];
  locationTotals: EmployeeSalesLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: EmployeeSalesTotal;
};
export type GiftCardLiability = {
  /** Dollars. */
  outstanding: number;
  posID: string;
  /** Dollars. */
  redeemed: number;
  /** The business date of that first sale. */
  since: string | null;
  /** Dollars. */
  sold: number;
};
export type GiftCardLiabilities = {
  /** By location. */
  liabilityList: GiftCardLiability[];
};
export type GetGiftCardLiabilityEnvelope = {
  body: GiftCardLiabilities;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GiftCardLiabilityRequest = {
  /** A business date, inclusive. */
  endDate: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type GiftCardFigures = {
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. */
  grossDeferred: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. */
  grossRedeemed: number;
  /** The number of times, without refunds. */
  times: number;
};
export type GiftCardCompared = GiftCardFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type GiftCardRow = {
  /** Unassigned if the fact has none. */
  activity: string;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | GiftCardFigures;
  compared?: GiftCardCompared;
  /** Unassigned if the fact has none. */
  giftCard: string;
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. */
  grossDeferred: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. */
  grossRedeemed: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | GiftCardFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | GiftCardFigures;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The number of times, without refunds. */
  times: number;
};
export type GiftCardComparison = {
  before: GiftCardFigures;
  current: GiftCardFigures;
};
export type GiftCardComparedTotal = GiftCardComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type GiftCardTotal = GiftCardFigures & {
  compared?: GiftCardComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | GiftCardComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | GiftCardComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type GiftCardLocationTotal = GiftCardTotal & {
  posID: string;
};
export type GetGiftCardReportEnvelope = {
  body: GiftCardRow[];
  locationTotals: GiftCardLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: GiftCardTotal;
};
export type GuestText = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  /** Pictures and other files that came with it; they are not kept. */
  attachments: number;
  /** 1,600 characters at most, with line breaks. */
  body: string;
  firstName: string | null;
  lastName: string | null;
  /** Ten digits. */
  phone: string;
  /** Null: no guest of the location has this number. */
  posCustomerID: string | null;
  /** A UUID. */
  textID: string;
};
export type GuestTextList = {
  /** Null on the last page. */
  nextCursor: string | null;
  textList: GuestText[];
};
export type GetGuestTextsEnvelope = {
  body: GuestTextList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GuestTextsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** This text alone; its id is in the target of a communication. */
  textID?: string;
};
export type HourlyFigures = {
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
};
export type HourlyCompared = HourlyFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type HourlyRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | HourlyFigures;
  compared?: HourlyCompared;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Counted from 00:00 of the business date, 0 to 35: 25 is 1 AM the next morning. */
  hour: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | HourlyFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | HourlyFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type HourlyComparison = {
  before: HourlyFigures;
  current: HourlyFigures;
};
export type HourlyComparedTotal = HourlyComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type HourlyTotal = HourlyFigures & {
  compared?: HourlyComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | HourlyComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | HourlyComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type HourlyLocationTotal = HourlyTotal & {
  posID: string;
};
export type GetHourlyReportEnvelope = {
  body: HourlyRow[];
  locationTotals: HourlyLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: HourlyTotal;
};
export type IngestKeyList = {
  ingestKeyList: IngestKey[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetIngestKeysEnvelope = {
  body: IngestKeyList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type IngestKeysRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  posID: string;
};
export type CheckReport = {
  checkReportList: CheckSummary[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetInsideSalesEnvelope = {
  body: CheckReport;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type InsideSalesRequest = {
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** A business date, inclusive; a time part is ignored. */
  endDate: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Only checks with `exceptions`. */
  onlyExceptions?: boolean;
  /** Without it: all linked locations. */
  posID?: string;
  /** Part of a check number, of a payment type or of an employee's name, or an amount such as 24.50; 100
    characters at most. */
  search?: string;
  /** A business date, inclusive; a time part is ignored. */
  startDate: string;
};
export type InventoryLevel = "green" | "orange" | "red";
export type MarkedBy = "till" | "owner";
export type Item = {
  /** The name that guests read. */
  displayName: string;
  /** The cost in force; null if unknown. Dollars. */
  estimatedCost: number | null;
  /** A path below this installation's address, or the POS's own URL; null: show the default picture. */
  imageUrl: string | null;
  inventoryLevel: InventoryLevel | null;
  /** The POS's name of it. */
  itemName: string;
  lowStock: number | null;
  majorCategory: string | null;
  minorCategory: string | null;
  /** Whole percent; 0 without an offer. */
  offPercentage: number;
  /** Whether the offer is valid today. */
  onOffer: boolean;
  /** Priced when it is sold: `price` is 0. */
  openPrice: boolean;
  posID: string;
  posItemID: string;
  /** The price in force: the owner's until the POS confirms it, else the POS's. Dollars. */
  price: number;
  /** Marked as sold out, at any stock. */
  soldOut: boolean;
  /** Whose mark it is; null if it is not marked as sold out. */
  soldOutBy: MarkedBy | null;
  /** When the mark ends by itself, wall time of the location; null: when it is taken back. */
  soldOutUntil: string | null;
  /** Null if it is not counted. */
  stock: number | null;
  /** The POS's cost where it differs from the cost in force. Dollars. */
  tillCost: number | null;
  /** The POS's price where it differs from the price in force. Dollars. */
  tillPrice: number | null;
  /** Its first day. YYYY-MM-DDTHH:mm:ss. */
  validFrom: string | null;
  /** Its last day. YYYY-MM-DDTHH:mm:ss. */
  validUntil: string | null;
  /** Grows with each change; an edit may name the one it was made from. */
  version: number;
};
export type ItemAtLocation = {
  posID: string;
  posItemID: string;
};
export type ItemDetail = {
  /** The caller's other locations that have an item of this id. */
  alsoAt: string[];
  item: Item;
  /** The same dish at the caller's other locations, one each: the item of this id, or else one of the same name. */
  sameItems: ItemAtLocation[];
};
export type GetItemEnvelope = {
  body: ItemDetail;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ItemRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
  posItemID: string;
};
export type ItemEdit = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  /** The person who made the change; null: the POS. */
  by: string | null;
  /** price, estimatedCost, displayName, imageUrl, offer, stock, lowStock or soldOut. */
  field: string;
  /** In words; null: nothing. */
  from: string | null;
  itemName: string;
  posItemID: string;
  to: string | null;
};
export type ItemEditList = {
  itemEditList: ItemEdit[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetItemEditsEnvelope = {
  body: ItemEditList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ItemEditsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Of this item alone; empty: of every item. */
  posItemID?: string;
};
export type ItemList = {
  itemList: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetItemsListEnvelope = {
  body: ItemList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ItemsListRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Part of a name or of a price such as 12.50; 100 characters at most. */
  search?: string;
  /** Only what is low or out of stock. */
  toPurchase?: boolean;
};
export type ItemFigures = {
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
};
export type ItemCompared = ItemFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ItemRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | ItemFigures;
  compared?: ItemCompared;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Unassigned if the fact has none. */
  itemName: string;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | ItemFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | ItemFigures;
  /** Unassigned if the fact has none. */
  majorCategory: string;
  /** Unassigned if the fact has none. */
  minorCategory: string;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** Null if the fact has none. */
  posItemID: string | null;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type ItemComparison = {
  before: ItemFigures;
  current: ItemFigures;
};
export type ItemComparedTotal = ItemComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ItemTotal = ItemFigures & {
  compared?: ItemComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | ItemComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | ItemComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type ItemLocationTotal = ItemTotal & {
  posID: string;
};
export type GetItemsalesReportEnvelope = {
  body: ItemRow[];
  locationTotals: ItemLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: ItemTotal;
};
export type LaborFigures = {
  /** Tips that staff declare at the end of a shift. Dollars, two decimals. */
  declaredTips: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** Paid hours, overtime included, to the second. Shifts that the POS removes are in no figure. Hours, two decimals. */
  hours: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Net sales of the whole location in the same span. Dollars, two decimals. */
  locationNetSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Paid hours at the overtime rate. Hours, two decimals. */
  overtimeHours: number;
  /** The location's net sales for each of these paid hours. Dollars, two decimals. */
  salesPerLaborHour: number | null;
};
export type LaborCompared = LaborFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type LaborRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | LaborFigures;
  compared?: LaborCompared;
  /** Tips that staff declare at the end of a shift. Dollars, two decimals. */
  declaredTips: number;
  /** Null if the fact has none. */
  employeeID: string | null;
  /** Unassigned if the fact has none. */
  employeeName: string;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** Paid hours, overtime included, to the second. Shifts that the POS removes are in no figure. Hours, two decimals. */
  hours: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Unassigned if the fact has none. */
  job: string;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | LaborFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | LaborFigures;
  /** Net sales of the whole location in the same span. Dollars, two decimals. */
  locationNetSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Paid hours at the overtime rate. Hours, two decimals. */
  overtimeHours: number;
  posID: string;
  /** The location's net sales for each of these paid hours. Dollars, two decimals. */
  salesPerLaborHour: number | null;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type LaborComparison = {
  before: LaborFigures;
  current: LaborFigures;
};
export type LaborComparedTotal = LaborComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type LaborTotal = LaborFigures & {
  compared?: LaborComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | LaborComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | LaborComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type LaborLocationTotal = LaborTotal & {
  posID: string;
};
export type GetLaborReportEnvelope = {
  body: LaborRow[];
  locationTotals: LaborLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: LaborTotal;
};
export type GetLastsevendaysReportEnvelope = {
  body: DailyRow[];
  locationTotals: DailyLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: DailyTotal;
};
export type LastSevenDaysRequest = {
  /** The span that a report is compared with: adds `compared` to rows and totals, and columns to the CSV file. */
  compareTo?: "previous" | "sameLastYear";
  /** Without it: all linked locations. */
  posID?: string;
};
export type MajorCategoryFigures = {
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
};
export type MajorCategoryCompared = MajorCategoryFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type MajorCategoryRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | MajorCategoryFigures;
  compared?: MajorCategoryCompared;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | MajorCategoryFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | MajorCategoryFigures;
  /** Unassigned if the fact has none. */
  majorCategory: string;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type MajorCategoryComparison = {
  before: MajorCategoryFigures;
  current: MajorCategoryFigures;
};
export type MajorCategoryComparedTotal = MajorCategoryComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type MajorCategoryTotal = MajorCategoryFigures & {
  compared?: MajorCategoryComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | MajorCategoryComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | MajorCategoryComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type MajorCategoryLocationTotal = MajorCategoryTotal & {
  posID: string;
};
export type GetMajorCategorySalesReportEnvelope = {
  body: MajorCategoryRow[];
  locationTotals: MajorCategoryLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: MajorCategoryTotal;
};
export type MarketingRecipient = {
  /** An email address, or ten digits; null: none. */
  address: string | null;
  /** Null: may get messages. */
  exclusion: Exclusion | null;
  firstName: string | null;
  lastName: string | null;
  posCustomerID: string;
};
export type RecipientList = {
  /** Null on the last page. */
  nextCursor: string | null;
  recipientList: MarketingRecipient[];
};
export type GetMarketingRecipientsEnvelope = {
  body: RecipientList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type RecipientsRequest = {
  channel: MessageChannel;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Part of a name or of an address; 100 characters at most. */
  search?: string;
};
export type MinorCategoryFigures = {
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
};
export type MinorCategoryCompared = MinorCategoryFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type MinorCategoryRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | MinorCategoryFigures;
  compared?: MinorCategoryCompared;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Net sales less the cost of everything sold. Labor is not included. Dollars, two decimals. */
  grossProfit: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | MinorCategoryFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | MinorCategoryFigures;
  /** Unassigned if the fact has none. */
  majorCategory: string;
  /** Unassigned if the fact has none. */
  minorCategory: string;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type MinorCategoryComparison = {
  before: MinorCategoryFigures;
  current: MinorCategoryFigures;
};
export type MinorCategoryComparedTotal = MinorCategoryComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type MinorCategoryTotal = MinorCategoryFigures & {
  compared?: MinorCategoryComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | MinorCategoryComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | MinorCategoryComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type MinorCategoryLocationTotal = MinorCategoryTotal & {
  posID: string;
};
export type GetMinorCategorySalesReportEnvelope = {
  body: MinorCategoryRow[];
  locationTotals: MinorCategoryLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: MinorCategoryTotal;
};
export type ModifierFigures = {
  /** The part of gross sales charged for modifiers. Item sales include it. Dollars, two decimals. */
  amount: number;
  /** The cost of modifiers, from the POS. The cost of items includes it. Dollars, two decimals. */
  cost: number;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** The number of times, without refunds. */
  times: number;
};
export type ModifierCompared = ModifierFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ModifierRow = {
  /** The part of gross sales charged for modifiers. Item sales include it. Dollars, two decimals. */
  amount: number;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | ModifierFigures;
  compared?: ModifierCompared;
  /** The cost of modifiers, from the POS. The cost of items includes it. Dollars, two decimals. */
  cost: number;
  /** Unassigned if the fact has none. */
  itemName: string;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | ModifierFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | ModifierFigures;
  /** Unassigned if the fact has none. */
  modifier: string;
  posID: string;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The number of times, without refunds. */
  times: number;
};
export type ModifierComparison = {
  before: ModifierFigures;
  current: ModifierFigures;
};
export type ModifierComparedTotal = ModifierComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ModifierTotal = ModifierFigures & {
  compared?: ModifierComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | ModifierComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | ModifierComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type ModifierLocationTotal = ModifierTotal & {
  posID: string;
};
export type GetModifierReportEnvelope = {
  body: ModifierRow[];
  locationTotals: ModifierLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: ModifierTotal;
};
export type QuietHours = {
  enabled: boolean;
  /** HH:MM. */
  from: string;
  /** HH:MM; at or before `from`: on the next day. */
  until: string;
};
export type NotificationRule = {
  /** Whether the rule is on. */
  enabled: boolean;
  kind: NotificationKind;
  /** Whether devices receive a push. */
  push: boolean;
  /** Threshold: dollars; for laborHigh percent of net sales. Null for kinds without one. */
  threshold: number | null;
};
export type NotificationRules = {
  /** Whether the day's digest is sent by email as well. */
  digestEmail: boolean;
  posID: string;
  quietHours: QuietHours;
  /** One of each kind. */
  rules: NotificationRule[];
};
export type NotificationRulesEnvelope = {
  body: NotificationRules;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type NotificationRulesRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type WeekPayout = {
  /** What is paid out. Dollars. */
  amount: number;
  /** 2.7 percent and 5 cents of each order; a refund gives none of it back. Dollars. */
  fee: number;
  /** Payments with tips, less refunds. Dollars. */
  grossPayment: number;
  /** Refunds are none. */
  orders: number;
  /** The Wednesday after, on which it is paid; YYYY-MM-DD. */
  paymentDate: string;
  /** Its Sunday, YYYY-MM-DD. */
  weekEnd: string;
  /** Its Monday, YYYY-MM-DD. */
  weekStart: string;
};
export type CurrentWeekPayoutEnvelope = {
  body: WeekPayout;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CurrentWeekPayoutRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PayoutHistoryList = {
  /** Null on the last page. */
  nextCursor: string | null;
  payoutHistoryList: WeekPayout[];
};
export type PayoutHistoryEnvelope = {
  body: PayoutHistoryList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PayoutHistoryRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type OnlineOrderFigures = {
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** Net sales and tips less the source fee: the amount left for the restaurant. Dollars, two decimals. */
  netAfterFee: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Online orders, without refunds and voids. */
  orders: number;
  /** The fee that the source of the order keeps. Dollars, two decimals. */
  sourceFee: number;
};
export type OnlineOrderCompared = OnlineOrderFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OnlineOrderRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | OnlineOrderFigures;
  compared?: OnlineOrderCompared;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | OnlineOrderFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | OnlineOrderFigures;
  /** Net sales and tips less the source fee: the amount left for the restaurant. Dollars, two decimals. */
  netAfterFee: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Unassigned if the fact has none. */
  orderSource: string;
  /** Online orders, without refunds and voids. */
  orders: number;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The fee that the source of the order keeps. Dollars, two decimals. */
  sourceFee: number;
};
export type OnlineOrderComparison = {
  before: OnlineOrderFigures;
  current: OnlineOrderFigures;
};
export type OnlineOrderComparedTotal = OnlineOrderComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OnlineOrderTotal = OnlineOrderFigures & {
  compared?: OnlineOrderComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | OnlineOrderComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | OnlineOrderComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type OnlineOrderLocationTotal = OnlineOrderTotal & {
  posID: string;
};
export type GetOnlineorderSalesReportEnvelope = {
  body: OnlineOrderRow[];
  locationTotals: OnlineOrderLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: OnlineOrderTotal;
};
export type OpenChecks = {
  checkReportList: CheckSummary[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetOpenChecksEnvelope = {
  body: OpenChecks;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type OpenChecksRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type OrderInputTypeFigures = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
};
export type OrderInputTypeCompared = OrderInputTypeFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OrderInputTypeRow = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | OrderInputTypeFigures;
  compared?: OrderInputTypeCompared;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | OrderInputTypeFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | OrderInputTypeFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Unassigned if the fact has none. */
  orderInputType: string;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type OrderInputTypeComparison = {
  before: OrderInputTypeFigures;
  current: OrderInputTypeFigures;
};
export type OrderInputTypeComparedTotal = OrderInputTypeComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OrderInputTypeTotal = OrderInputTypeFigures & {
  compared?: OrderInputTypeComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | OrderInputTypeComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | OrderInputTypeComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type OrderInputTypeLocationTotal = OrderInputTypeTotal & {
  posID: string;
};
export type GetOrderinputtypeSalesReportEnvelope = {
  body: OrderInputTypeRow[];
  locationTotals: OrderInputTypeLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: OrderInputTypeTotal;
};
export type OrderTypeFigures = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
};
export type OrderTypeCompared = OrderTypeFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OrderTypeRow = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | OrderTypeFigures;
  compared?: OrderTypeCompared;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | OrderTypeFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | OrderTypeFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Unassigned if the fact has none. */
  orderType: string;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type OrderTypeComparison = {
  before: OrderTypeFigures;
  current: OrderTypeFigures;
};
export type OrderTypeComparedTotal = OrderTypeComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type OrderTypeTotal = OrderTypeFigures & {
  compared?: OrderTypeComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | OrderTypeComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | OrderTypeComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type OrderTypeLocationTotal = OrderTypeTotal & {
  posID: string;
};
export type GetOrdertypeSalesReportEnvelope = {
  body: OrderTypeRow[];
  locationTotals: OrderTypeLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: OrderTypeTotal;
};
export type PaymentFigures = {
  /** The amount paid, without tips. Dollars, two decimals. */
  amount: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The number of payments, without refunds. */
  paymentCount: number;
};
export type PaymentCompared = PaymentFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type PaymentRow = {
  /** The amount paid, without tips. Dollars, two decimals. */
  amount: number;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | PaymentFigures;
  compared?: PaymentCompared;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | PaymentFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | PaymentFigures;
  /** The number of payments, without refunds. */
  paymentCount: number;
  /** Unassigned if the fact has none. */
  paymentType: string;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type PaymentComparison = {
  before: PaymentFigures;
  current: PaymentFigures;
};
export type PaymentComparedTotal = PaymentComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type PaymentTotal = PaymentFigures & {
  compared?: PaymentComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | PaymentComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | PaymentComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type PaymentLocationTotal = PaymentTotal & {
  posID: string;
};
export type GetPaymentReportEnvelope = {
  body: PaymentRow[];
  locationTotals: PaymentLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: PaymentTotal;
};
export type OwnProfile = {
  email: string;
  firstName: string;
  lastName: string;
  profileDescription: string | null;
  /** Below the installation's address. */
  profileImage: string | null;
  /** A short code by which support finds the account. */
  uniqueCode: string;
};
export type GetProfileEnvelope = {
  body: OwnProfile;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PromoCodeDelivery = "delivered" | "waiting" | "manual";
export type PromoCodeState = {
  delivery: PromoCodeDelivery;
};
export type GetPromoCodeDeliveryEnvelope = {
  body: PromoCodeState;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PromoCodeDeliveryRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Empty: one that was not sent yet. */
  promoCode?: string;
};
export type PromotionState = "valid" | "toCome" | "ended";
export type Promotion = {
  /** The current state. */
  item: Item;
  /** Whole percent; 0 without an offer. */
  offPercentage: number;
  /** What a check carries as promoCode, and the QR code holds; unique within the location. */
  promoCode: string;
  /** Checks that carried the code on its days, without voids and refunds. */
  redemptions: number;
  state: PromotionState;
  /** Its first day. YYYY-MM-DDTHH:mm:ss. */
  validFrom: string;
  /** Its last day. YYYY-MM-DDTHH:mm:ss. */
  validUntil: string;
};
export type PromotionList = {
  /** Null on the last page. */
  nextCursor: string | null;
  promotionList: Promotion[];
};
export type GetPromotionsEnvelope = {
  body: PromotionList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PromotionsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** With those that have ended. */
  ended?: boolean;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Part of an item's name or of a code; 100 characters at most. */
  search?: string;
};
export type SummaryFigures = {
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Cost as a percentage of net sales. Percent, two decimals. */
  costPercent: number | null;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. Absent if it is 0. */
  grossDeferred?: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Automatic gratuity. It belongs to the staff, and is part of no sales, tips or profit. Dollars, two decimals. Absent if it is 0. */
  grossGratuity?: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Net sales and service charges less rewards used, cost and labor. Rent and other expenses are not included. Dollars, two decimals. */
  grossProfit: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. Absent if it is 0. */
  grossRedeemed?: number;
  /** The amount paid with reward points. 100 points are $1.00. Dollars, two decimals. */
  grossRewardUsed: number;
  /** The amount by which checks were rounded, such as to five cents for cash. Dollars, two decimals. Absent if it is 0. */
  grossRounding?: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Fees and delivery charges without their tax: revenue beside sales. Gratuity is not included. Dollars, two decimals. Absent if it is 0. */
  grossServiceCharges?: number;
  /** Sales tax on everything sold. It is not part of sales, also where prices include it. Dollars, two decimals. */
  grossTax: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** Sales tax that marketplaces collect and owe. It is not part of tax or payments. Dollars, two decimals. Absent if it is 0. */
  marketplaceTax?: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Payments less everything that was due. It is zero unless amounts from the POS do not add up. Dollars, two decimals. Absent if it is 0. */
  outOfBalance?: number;
  /** Cost of everything sold, and labor. Dollars, two decimals. */
  primeCost: number;
  /** Prime cost as a percentage of net sales. Percent, two decimals. */
  primeCostPercent: number | null;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
};
export type SummaryCompared = SummaryFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type SummaryRow = {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | SummaryFigures;
  compared?: SummaryCompared;
  /** Cost as a percentage of net sales. Percent, two decimals. */
  costPercent: number | null;
  /** The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost. Dollars, two decimals. */
  grossCost: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Gift cards and deposits sold. They become sales once they are redeemed. Dollars, two decimals. Absent if it is 0. */
  grossDeferred?: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Automatic gratuity. It belongs to the staff, and is part of no sales, tips or profit. Dollars, two decimals. Absent if it is 0. */
  grossGratuity?: number;
  /** Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage. Dollars, two decimals. */
  grossLabor: number;
  /** The amount paid, including tips. Dollars, two decimals. */
  grossPayment: number;
  /** Net sales and service charges less rewards used, cost and labor. Rent and other expenses are not included. Dollars, two decimals. */
  grossProfit: number;
  /** The amount paid with gift cards and deposits. It is part of payments. Dollars, two decimals. Absent if it is 0. */
  grossRedeemed?: number;
  /** The amount paid with reward points. 100 points are $1.00. Dollars, two decimals. */
  grossRewardUsed: number;
  /** The amount by which checks were rounded, such as to five cents for cash. Dollars, two decimals. Absent if it is 0. */
  grossRounding?: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Fees and delivery charges without their tax: revenue beside sales. Gratuity is not included. Dollars, two decimals. Absent if it is 0. */
  grossServiceCharges?: number;
  /** Sales tax on everything sold. It is not part of sales, also where prices include it. Dollars, two decimals. */
  grossTax: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete. Hours, two decimals. Absent if it is 0. */
  hoursWithoutWage?: number;
  /** Labor as a percentage of net sales. Percent, two decimals. */
  laborPercent: number | null;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | SummaryFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | SummaryFigures;
  /** Sales tax that marketplaces collect and owe. It is not part of tax or payments. Dollars, two decimals. Absent if it is 0. */
  marketplaceTax?: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Shifts open for more than 16 hours: the clock-out was probably forgotten. */
  notClockedOut: number;
  /** Checks that are not closed yet. They count in no other figure. Absent if it is 0. */
  openChecks?: number;
  /** Net sales of checks that are not closed yet. They become sales once the checks are closed. Dollars, two decimals. Absent if it is 0. */
  openSales?: number;
  /** Shifts that are not clocked out yet. Their labor is counted so far. */
  openShifts: number;
  /** Payments less everything that was due. It is zero unless amounts from the POS do not add up. Dollars, two decimals. Absent if it is 0. */
  outOfBalance?: number;
  posID: string;
  /** Cost of everything sold, and labor. Dollars, two decimals. */
  primeCost: number;
  /** Prime cost as a percentage of net sales. Percent, two decimals. */
  primeCostPercent: number | null;
  /** Sales of lines without a known cost. If it is not zero, cost and profit are incomplete. Dollars, two decimals. */
  salesWithoutCost: number;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** When the day usually opens, wall time of the location, YYYY-MM-DDTHH:mm:ss: the median of the weekday's first sales in the last 8 weeks, to a quarter of an hour. Only while today has no check, and if 3 of those days had one. */
  usuallyOpensAt?: string;
};
export type SummaryComparison = {
  before: SummaryFigures;
  current: SummaryFigures;
};
export type SummaryComparedTotal = SummaryComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type SummaryTotal = SummaryFigures & {
  compared?: SummaryComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | SummaryComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | SummaryComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type SummaryLocationTotal = SummaryTotal & {
  posID: string;
};
export type GetReportFilterBydateEnvelope = {
  body: SummaryRow[];
  locationTotals: SummaryLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: SummaryTotal;
};
export type GetRestaurantListEnvelope = {
  body: Location[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type RevenueCenterFigures = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
};
export type RevenueCenterCompared = RevenueCenterFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type RevenueCenterRow = {
  /** Net sales for each check. Dollars, two decimals. */
  averageCheck: number | null;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | RevenueCenterFigures;
  compared?: RevenueCenterCompared;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines. Dollars, two decimals. */
  grossDiscounts: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Tips on payments. Tips that staff declare at the end of a shift are in the labor report only. Dollars, two decimals. */
  grossTips: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | RevenueCenterFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | RevenueCenterFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** Unassigned if the fact has none. */
  revenueCenter: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
};
export type RevenueCenterComparison = {
  before: RevenueCenterFigures;
  current: RevenueCenterFigures;
};
export type RevenueCenterComparedTotal = RevenueCenterComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type RevenueCenterTotal = RevenueCenterFigures & {
  compared?: RevenueCenterComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | RevenueCenterComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | RevenueCenterComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type RevenueCenterLocationTotal = RevenueCenterTotal & {
  posID: string;
};
export type GetRevenuecenterSalesReportEnvelope = {
  body: RevenueCenterRow[];
  locationTotals: RevenueCenterLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: RevenueCenterTotal;
};
export type PercentChange = {
  /** A person's name. */
  by: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  effectiveFrom: string;
  /** Points for each dollar. Two decimals at most. */
  rewardPercent: number;
};
export type RewardPercent = {
  /** Newest first, 100 at most. */
  history: PercentChange[];
  /** The first day of the calendar month before this one, YYYY-MM-DD. */
  lastMonth: string;
  lastMonthChecks: number;
  /** What this percentage costs at last month's sales. Dollars. */
  lastMonthCost: number;
  /** Of last month's checks of known guests: what points are earned on. Dollars. */
  lastMonthEligible: number;
  /** What they are worth: 100 points are a dollar. Dollars. */
  outstandingDollars: number;
  /** All guests' points that may still be spent. */
  outstandingPoints: number;
  /** Points for each dollar. Two decimals at most. */
  rewardPercent: number;
};
export type GetRewardPercentEnvelope = {
  body: RewardPercent;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type RewardPercentRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ServiceChargeFigures = {
  /** Service charges and gratuity, without their tax. Dollars, two decimals. */
  amount: number;
  /** The tax on these charges. It is part of tax. Dollars, two decimals. */
  tax: number;
  /** The number of times, without refunds. */
  times: number;
};
export type ServiceChargeCompared = ServiceChargeFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ServiceChargeRow = {
  /** Service charges and gratuity, without their tax. Dollars, two decimals. */
  amount: number;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Unassigned if the fact has none. */
  chargeKind: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | ServiceChargeFigures;
  compared?: ServiceChargeCompared;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | ServiceChargeFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | ServiceChargeFigures;
  posID: string;
  /** Unassigned if the fact has none. */
  serviceCharge: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The tax on these charges. It is part of tax. Dollars, two decimals. */
  tax: number;
  /** The number of times, without refunds. */
  times: number;
};
export type ServiceChargeComparison = {
  before: ServiceChargeFigures;
  current: ServiceChargeFigures;
};
export type ServiceChargeComparedTotal = ServiceChargeComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type ServiceChargeTotal = ServiceChargeFigures & {
  compared?: ServiceChargeComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | ServiceChargeComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | ServiceChargeComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type ServiceChargeLocationTotal = ServiceChargeTotal & {
  posID: string;
};
export type GetServiceChargeReportEnvelope = {
  body: ServiceChargeRow[];
  locationTotals: ServiceChargeLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: ServiceChargeTotal;
};
export type OwnSession = {
  /** The session of this call. */
  current: boolean;
  /** The device: `Chrome on Android`. */
  device: string | null;
  /** Its public name, which gives no access. */
  handle: string;
  /** UTC, YYYY-MM-DDTHH:mm:ssZ; exact to a day, or to an hour for sessions that end with the browser. */
  lastSeenAt: string;
  /** UTC, YYYY-MM-DDTHH:mm:ssZ. */
  startedAt: string;
};
export type SessionList = {
  /** Newest first, 500 at most. */
  sessionList: OwnSession[];
};
export type GetSessionsEnvelope = {
  body: SessionList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type TableFigures = {
  /** The average time that a check holds the table. Minutes. */
  averageMinutes: number | null;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  /** Net sales for each guest. Dollars, two decimals. */
  salesPerCover: number | null;
  /** Minutes from the opening to the closing of the table's checks. Minutes. */
  tableMinutes: number;
};
export type TableCompared = TableFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type TableRow = {
  /** The average time that a check holds the table. Minutes. */
  averageMinutes: number | null;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Closed checks, without refunds and voids. Checks that the POS removes are in no figure. */
  checks: number;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | TableFigures;
  compared?: TableCompared;
  /** Guests served, without refunds and voids. */
  grossCover: number;
  /** Everything sold at its price, before discounts. Voids, tax and tips are not included. Dollars, two decimals. */
  grossSales: number;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | TableFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | TableFigures;
  /** Gross sales less discounts. Dollars, two decimals. */
  netSales: number;
  posID: string;
  /** Net sales for each guest. Dollars, two decimals. */
  salesPerCover: number | null;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** Unassigned if the fact has none. */
  table: string;
  /** Minutes from the opening to the closing of the table's checks. Minutes. */
  tableMinutes: number;
};
export type TableComparison = {
  before: TableFigures;
  current: TableFigures;
};
export type TableComparedTotal = TableComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type TableTotal = TableFigures & {
  compared?: TableComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | TableComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | TableComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type TableLocationTotal = TableTotal & {
  posID: string;
};
export type GetTablePerformanceReportEnvelope = {
  body: TableRow[];
  locationTotals: TableLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: TableTotal;
};
export type TaxFigures = {
  /** The tax on checks. The marketplace pays the tax that it collects. Dollars, two decimals. */
  amount: number;
  /** The number of times, without refunds. */
  times: number;
};
export type TaxCompared = TaxFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type TaxRow = {
  /** The tax on checks. The marketplace pays the tax that it collects. Dollars, two decimals. */
  amount: number;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** Unassigned if the fact has none. */
  collectedBy: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | TaxFigures;
  compared?: TaxCompared;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | TaxFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | TaxFigures;
  posID: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** Other tax if the fact has none. */
  tax: string;
  /** The number of times, without refunds. */
  times: number;
};
export type TaxComparison = {
  before: TaxFigures;
  current: TaxFigures;
};
export type TaxComparedTotal = TaxComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type TaxTotal = TaxFigures & {
  compared?: TaxComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | TaxComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | TaxComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type TaxLocationTotal = TaxTotal & {
  posID: string;
};
export type GetTaxReportEnvelope = {
  body: TaxRow[];
  locationTotals: TaxLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: TaxTotal;
};
export type VoidFigures = {
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** The number of times, without refunds. */
  times: number;
};
export type VoidCompared = VoidFigures & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type VoidRow = {
  /** Unassigned if the fact has none. */
  approvedBy: string;
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate?: string;
  /** If the span includes today: the row's own figures up to the last finished quarter of an hour, which are compared with lastWeek and lastYear. */
  comparable: null | VoidFigures;
  compared?: VoidCompared;
  /** Null if the fact has none. */
  employeeID: string | null;
  /** Unassigned if the fact has none. */
  employeeName: string;
  /** The value of voided lines and checks. Voids are excluded from every other figure. Dollars, two decimals. */
  grossVoids: number;
  /** Unassigned if the fact has none. */
  itemName: string;
  /** The row's span moved back by weeks; null if there was no trade. */
  lastWeek: null | VoidFigures;
  /** The row's span moved back by a year of weeks; null if there was no trade. */
  lastYear: null | VoidFigures;
  posID: string;
  /** The quantity sold. Three decimals. */
  quantity: number;
  /** Unassigned if the fact has none. */
  reason: string;
  /** Of the answer's total of the first figure, 0 to 1, four decimals. */
  share: number;
  /** The span includes today. */
  soFar: boolean;
  /** The number of times, without refunds. */
  times: number;
};
export type VoidComparison = {
  before: VoidFigures;
  current: VoidFigures;
};
export type VoidComparedTotal = VoidComparison & {
  /** YYYY-MM-DD */
  endDate: string;
  /** YYYY-MM-DD */
  startDate: string;
};
export type VoidTotal = VoidFigures & {
  compared?: VoidComparedTotal;
  /** The span and the span moved back by weeks; null if there was no trade then. */
  lastWeek: null | VoidComparison;
  /** The span and the span moved back by a year of weeks; null if there was no trade then. */
  lastYear: null | VoidComparison;
  /** The span includes today. */
  soFar: boolean;
};
export type VoidLocationTotal = VoidTotal & {
  posID: string;
};
export type GetVoidReportEnvelope = {
  body: VoidRow[];
  locationTotals: VoidLocationTotal[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
  total: VoidTotal;
};
export type Wage = {
  /** The POS's id; null: of a job. */
  employeeID: string | null;
  employeeName: string | null;
  /** The first business date that it holds for, until the next one. */
  from: string;
  /** Null: of an employee. */
  job: string | null;
  /** An hour. Dollars. */
  rate: number;
};
export type ShiftsWithoutWage = {
  /** Null: the POS names nobody. */
  employeeID: string | null;
  employeeName: string | null;
  /** Business dates of the first and the last of them. */
  first: string;
  job: string | null;
  last: string;
  shifts: number;
};
export type Wages = {
  /** Shifts are still counted again with a wage that was entered. */
  counting: boolean;
  /** By employee or job, the newest first; 2,000 at most. */
  wageList: Wage[];
  /** The most shifts first; 200 at most. */
  withoutWageList: ShiftsWithoutWage[];
};
export type WagesAnswer = {
  wages: Wages;
};
export type GetWagesEnvelope = {
  body: WagesAnswer;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type WagesRequest = {
  posID: string;
};
export type LinkRestaurantEnvelope = {
  body: Location;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type LinkRestaurantRequest = {
  /** 10 characters, single use. */
  linkCode: string;
  posID: string;
};
export type Profile = {
  /** A secret that the device sends with its next login. Only if the request had one, and never to the web app. */
  deviceToken?: string;
  email: string;
  firstName: string;
  lastName: string;
  profileDescription: string | null;
  profileImage: string | null;
  /** The `sessionID` of later calls. */
  sessionGuid: string;
  /** A short code by which support finds the account. */
  uniqueCode: string;
};
export type LoginEnvelope = {
  body: Profile;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type LoginRequest = {
  /** From a client other than the web app: what an earlier login on the device answered, or an empty text to get one.
    Failed sign-ins of others do not slow down a device that signed in to the account before. */
  deviceToken?: string;
  /** For push messages: a serialized push subscription. */
  firebaseNotificationToken?: string;
  /** The password. */
  password: string;
  /** False: the cookie ends with the browser, and the session after 24 hours without use. Default true: after 30 days. */
  rememberMe?: boolean;
  /** The email address. */
  username: string;
};
export type LogoutEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type MarkedItems = {
  itemList: Item[];
};
export type MarkSoldOutEnvelope = {
  body: MarkedItems;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ItemName = {
  posID: string;
  posItemID: string;
};
export type MarkSoldOutRequest = {
  /** 1 to 500, of one or several locations; all or none. */
  items: ItemName[];
  /** False removes the marks. */
  soldOut: boolean;
  /** When they are back by themselves, wall time of each location, YYYY-MM-DDTHH:mm:ss, within 30 days; null: when the marks are taken back. */
  until?: string | null;
  /** In place of until: the marks end when the next business day of each location begins. */
  untilOpening?: boolean;
};
export type OpenSampleEnvelope = {
  body: Location;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type OpenSampleRequest = {
  /** IANA name. */
  timeZone: string;
};
export type PauseDateMoveEnvelope = {
  body: DateMoveAnswer;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PauseDateMoveRequest = {
  /** False: it goes on. */
  paused: boolean;
  posID: string;
};
export type RemoveDeviceEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type DeviceRequest = {
  deviceID: string;
};
export type RemoveProfileImageEnvelope = {
  body: OwnProfile;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ResetPasswordEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ResetPasswordRequest = {
  password: string;
  /** The part of the link behind `#`. */
  token: string;
};
export type RevokeIngestKeyEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type RevokeIngestKeyRequest = {
  /** As `get-ingest-keys` lists it. */
  id: string;
  posID: string;
};
export type CampaignTest = {
  /** Shortened: j…@example.com, or …0123. */
  sentTo: string;
};
export type SendCampaignTestEnvelope = {
  body: CampaignTest;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CampaignTestRequest = {
  /** 150 characters at most. */
  body?: string | null;
  /** Of emails: the location's own name. */
  businessName?: string | null;
  channel: MessageChannel;
  /** Whole percent. */
  discountPercentage?: number | null;
  /** Of emails: addresses as the caller sent them; 25,000 at most. */
  emails?: string[] | null;
  items?: CampaignItem[] | null;
  kind: CampaignKind;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** 3 to 32 of A-Z, 0-9 and -. */
  promoCode?: string | null;
  /** Of texts: 25,000 at most. */
  recipients?: TextRecipient[] | null;
  /** Of emails. */
  subject?: string | null;
  /** Of a promo code: its last day. Null: it does not end. A business date; a time part is ignored. */
  validUntil?: string | null;
  /** Of emails: the location's own website. */
  website?: string | null;
};
export type SentReward = {
  customer: Customer;
  exclusion: Exclusion | null;
  /** Whether the guest will get a message about it; null: not known yet. `get-customer` has the message's outcome later. */
  notified: boolean | null;
  reward: Reward;
};
export type SendRewardItemEnvelope = {
  body: SentReward;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SendRewardItemRequest = {
  cellPhoneNumber?: string | null;
  email?: string | null;
  /** The same key with the same request gives one reward, however often it is sent within a day. */
  idempotencyKey?: string;
  /** The guest by the POS's own id; else email and phone have to fit exactly one. */
  posCustomerID?: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  posItemID: string;
  /** The price of the menu is what is recorded. Dollars. */
  price?: number | null;
  /** 150 characters at most. */
  rewardMessage?: string | null;
  /** Of older apps: always 0, and not read. */
  userInformationID?: number | null;
  /** The last day; null: it does not end. A business date; a time part is ignored. */
  validUntil?: string | null;
};
export type SendRewardPointEnvelope = {
  body: SentReward;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SendRewardPointRequest = {
  cellPhoneNumber?: string | null;
  email?: string | null;
  /** The same key with the same request gives one reward, however often it is sent within a day. */
  idempotencyKey?: string;
  /** The guest by the POS's own id; else email and phone have to fit exactly one. */
  posCustomerID?: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** 150 characters at most. */
  rewardMessage?: string | null;
  /** 1 to 100,000; 100 are a dollar. */
  rewardPoint: number;
  /** Of older apps: always 0, and not read. */
  userInformationID?: number | null;
  /** The last day; null: they do not end. A business date; a time part is ignored. */
  validUntil?: string | null;
};
export type SetDayStartEnvelope = {
  body: Location;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SetDayStartRequest = {
  /** True: all dates begin then. Not together with startDate. */
  allDates?: boolean;
  /** HH:MM, a quarter of an hour from 00:00 to 11:45. */
  dayStart: string;
  posID: string;
  /** The first business date that begins then. Dates before it keep their start; those after it lose what was set for them. Without it the date after the current one. Of an earlier date, sales and shifts since then are moved in the background to the business dates that result. A business date; a time part is ignored. */
  startDate?: string;
};
export type SetWageEnvelope = {
  body: WagesAnswer;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SetWageRequest = {
  /** Either this or `job`. */
  employeeID?: string;
  /** The first business date that it holds for. */
  from: string;
  job?: string;
  posID: string;
  /** An hour, 1,000.00 at most; left out: the wage that was entered from this date on is taken back. Dollars. */
  rate?: number;
};
export type SignupEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SignupRequest = {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  phone: string;
};
export type TestPushEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UnlinkRestaurantEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type Unread = {
  unread: UnreadCounts;
};
export type CommunicationsViewedEnvelope = {
  body: Unread;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type AllViewedRequest = {
  /** Without it: all of the person's locations. */
  posID?: string;
};
export type UpdateCampaignEnvelope = {
  body: Campaign;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CampaignChange = "pause" | "resume" | "stop";
export type UpdateCampaignRequest = {
  campaignID: string;
  change: CampaignChange;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type CommunicationViewedRequest = {
  posCommunicationID: string;
};
export type CustomerConsent = {
  /** As it stands now; unspecified: may get messages. */
  exclusion: Exclusion | null;
};
export type UpdateCustomerConsentEnvelope = {
  body: CustomerConsent;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UpdateCustomerConsentRequest = {
  channel: MessageChannel;
  granted: boolean;
  posCustomerID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type NotificationRuleChange = {
  /** Whether the rule is on. */
  enabled?: boolean;
  kind: NotificationKind;
  /** Whether devices receive a push. */
  push?: boolean;
  /** Threshold: 1 to 100,000 dollars; for laborHigh 1 to 500 percent of net sales, with one decimal. */
  threshold?: number;
};
export type UpdateNotificationRulesRequest = {
  /** Whether the day's digest is sent by email as well. */
  digestEmail?: boolean;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  quietHours?: QuietHours;
  /** Each kind at most once. */
  rules?: NotificationRuleChange[];
};
export type UpdateItemEnvelope = {
  body: Item;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UpdateItemRequest = {
  /** 1 to 100 characters; null restores the POS's name. */
  displayName?: string | null;
  /** Dollars, 0 to 1,000,000; null restores the POS's cost. */
  estimatedCost?: number | null;
  /** From `upload-item-image`; null restores the POS's picture or the default. */
  imageUrl?: string | null;
  /** At or below this the stock is low. */
  lowStock?: number | null;
  /** Whole percent, 0 to 100; 0 ends the offer. */
  offPercentage?: number;
  /** Required if more than one linked location has such an item. */
  posID?: string;
  posItemID: string;
  /** Dollars, 0 to 1,000,000; null restores the POS's price. */
  price?: number | null;
  /** The counted stock. */
  stock?: number | null;
  /** The offer's first day; a time part is ignored. Required for a new offer. */
  validFrom?: string | null;
  /** The offer's last day; a time part is ignored. Required for a new offer. */
  validUntil?: string | null;
  /** The version that the edit is based on: refused with 409 if the item has changed since. */
  version?: number;
};
export type UpdateProfileEnvelope = {
  body: OwnProfile;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UpdateProfileRequest = {
  firstName: string;
  lastName: string;
  /** 150 characters at most; null: none. */
  profileDescription?: string | null;
};
export type UpdateRewardPercentEnvelope = {
  body: RewardPercent;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UpdateRewardPercentRequest = {
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** Points for each dollar; 0 to 100. Two decimals at most. */
  rewardPercent: number;
};
export type UploadedImage = {
  /** For `update-positem`. */
  imageUrl: string;
};
export type UploadItemImageEnvelope = {
  body: UploadedImage;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UploadItemImageRequest = {
  /** JPEG, PNG or WebP; 6 MiB at most. */
  image: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type UploadProfileImageEnvelope = {
  body: OwnProfile;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UploadProfileImageRequest = {
  /** JPEG, PNG or WebP of 5 MiB at most. Its middle is drawn as a square of 512 pixels. */
  image: string;
};
export type SupportContact = {
  /** An email address; null if there is none. */
  email: string | null;
  /** A phone number; null if there is none. */
  phone: string | null;
};
export type AppConfig = {
  /** The environment of an installation. */
  environment: "production" | "test";
  /** Feature flags by name. */
  features: {
    [key: string]: boolean;
  };
  supportContact: SupportContact;
  /** The key by which a browser subscribes to pushes; null if it is not known now: call again. */
  vapidPublicKey: string | null;
  version: string;
};
export type ImportConflictChoice = "replace" | "skip";
export type ImportConflict = {
  businessDate: string;
  checks: number;
  /** What the files bring for it. */
  importChecks: number;
  /** Dollars. */
  importNetSales: number;
  /** Dollars. */
  netSales: number;
  /** The other source: the id of its ingest key, or `till`. */
  source: string;
  /** In words. */
  sourceName: string;
};
export type ImportFile = {
  bytes: number;
  /** From 0. */
  file: number;
  /** The parts that are missing, from 0; the first 100 of them. */
  missingParts: number[];
  name: string;
  /** Parts of 524,288 bytes each; the last one may be shorter. */
  parts: number;
  receivedParts: number;
  /** Why nothing of it is read; null if something is. */
  unreadable: string | null;
};
export type ImportProgress = {
  /** Parts, percent of the reading, files or facts, as the phase goes. */
  done: number;
  /** uploading, reading, preparing, sending, takingOut or undoing. */
  phase: string;
  /** 0: not known yet. */
  total: number;
};
export type ImportQuestionChoice = {
  /** What comes in of shifts, items and guests, in words: 12 shifts of 96.50 hours; null if nothing does. */
  besideSales: string | null;
  checks: number;
  days: number;
  /** Business dates; null if no check comes in. */
  firstDate: string | null;
  label: string;
  lastDate: string | null;
  /** Dollars. */
  netSales: number;
  value: string;
};
export type ImportQuestion = {
  /** The value of the choice that was taken; null while the question is open. */
  answer: string | null;
  /** The likelier one first; it is taken meanwhile. */
  choices: ImportQuestionChoice[];
  /** Texts of the file that it is about. */
  examples: string[];
  explanation: string;
  /** The answer names it. */
  id: string;
  title: string;
};
export type ImportRule = {
  column: string;
  /** As in the rules of an answer, such as void. */
  meaning: string;
  words: string[];
};
export type ImportState =
  | "uploading"
  | "judging"
  | "asking"
  | "ready"
  | "preparing"
  | "sending"
  | "paused"
  | "done"
  | "undoing"
  | "undone"
  | "failed"
  | "discarded"
  | "takingOut";
export type ImportAmount = {
  /** Dollars. */
  amount: number;
  /** Null: without a name. */
  name: string | null;
};
export type ImportDay = {
  businessDate: string;
  checks: number;
  /** Dollars. */
  netSales: number;
};
export type ImportFileTotal = {
  column: string;
  /** The file, and its member or sheet. */
  file: string;
  /** What its rows add up to. Dollars. */
  ofRows: number;
  /** What the file says. Dollars. */
  total: number;
};
export type ImportConsentColumn = {
  /** email or text messages. */
  channel: string;
  column: string;
  /** The file, and its member or sheet. */
  file: string;
  /** Whether its words are taken as consent. */
  taken: boolean;
  /** Its words, the most frequent ones first, each with how it is read: yes (4): agreed. */
  words: string[];
};
export type ImportGuest = {
  cellPhoneNumber: string | null;
  email: string | null;
  /** agreed or refused; null if the file does not say it. */
  emailConsent: string | null;
  firstName: string | null;
  lastName: string | null;
  smsConsent: string | null;
};
export type ImportGuests = {
  /** The columns by which they agreed; without one nobody did. */
  consentColumns: ImportConsentColumn[];
  /** Those who agreed to email, as the files say. */
  emailConsents: number;
  guests: number;
  /** The first five, as long as the import was not started. */
  sampleGuests: ImportGuest[];
  /** Those who agreed to text messages. */
  smsConsents: number;
};
export type ImportItem = {
  category: string | null;
  /** Dollars. */
  cost: number | null;
  name: string;
  posItemID: string;
  /** Null if the file has none. Dollars. */
  price: number | null;
};
export type ImportItems = {
  items: number;
  itemsWithCost: number;
  itemsWithPrice: number;
  /** The first five. */
  sampleItems: ImportItem[];
};
export type ImportLeftOut = {
  /** In words. */
  reason: string;
  rows: number;
};
export type ImportRefusedRow = {
  /** The check, shift, item or guest; null if the row became none. */
  check: string | null;
  /** The file, and its member or sheet. */
  file: string;
  /** The line of the text, or the row of the sheet; 0: none alone. */
  line: number;
  reason: string;
};
export type ImportLine = {
  /** Dollars. */
  amount: number;
  category: string | null;
  /** Dollars. */
  discount: number;
  /** Names of its modifiers. */
  modifiers: string[];
  name: string;
  quantity: number;
  /** Dollars. */
  tax: number;
  voided: boolean;
};
export type ImportPayment = {
  /** Dollars. */
  amount: number;
  /** Dollars. */
  tip: number;
  type: string;
};
export type ImportCheck = {
  businessDate: string;
  closeTime: string;
  covers: number;
  /** Of lines and the check. Dollars. */
  discounts: number;
  employee: string | null;
  /** Dollars. */
  gratuity: number;
  /** Dollars. */
  grossSales: number;
  lines: ImportLine[];
  /** Dollars. */
  netSales: number;
  /** Wall time, YYYY-MM-DDTHH:mm:ss. */
  openTime: string;
  orderType: string | null;
  payments: ImportPayment[];
  posCheckID: string;
  refund: boolean;
  /** Dollars. */
  rounding: number;
  /** Dollars. */
  serviceCharges: number;
  table: string | null;
  /** Dollars. */
  tax: number;
  voided: boolean;
};
export type ImportShift = {
  businessDate: string;
  /** Wall time, YYYY-MM-DDTHH:mm:ss. */
  clockIn: string;
  /** Null while it is open. */
  clockOut: string | null;
  employee: string;
  /** Paid hours, overtime included. */
  hours: number;
  job: string | null;
  /** Null without a wage. Dollars. */
  pay: number | null;
  /** Dollars. */
  tips: number;
};
export type ImportShifts = {
  /** Business dates. */
  firstDate: string;
  /** Paid hours, overtime included. */
  hours: number;
  /** The pay of those that have a wage. Dollars. */
  laborCost: number;
  lastDate: string;
  /** Those without a clock-out. */
  openShifts: number;
  /** Different employees. */
  people: number;
  /** The first five. */
  sampleShifts: ImportShift[];
  shifts: number;
  /** Those without a wage: their pay is unknown. */
  shiftsWithoutWage: number;
  /** Tips that were declared. Dollars. */
  tips: number;
};
export type ImportSummary = {
  /** Gross sales by major category, the 20 largest. */
  categories: ImportAmount[];
  /** Sales; neither refunds nor voided checks. */
  checks: number;
  covers: number;
  /** Different business dates. */
  dayCount: number;
  /** By business date, the first 3,700. */
  days: ImportDay[];
  /** Dollars. */
  discounts: number;
  /** What the files say themselves that their columns add up to, on rows of totals; the first 20. */
  fileTotals: ImportFileTotal[];
  /** Business dates of checks; null if none comes in. */
  firstDate: string | null;
  /** Gift cards and deposits sold. Dollars. */
  giftCards: number;
  /** Dollars. */
  gratuity: number;
  /** Dollars. */
  grossSales: number;
  /** Null if they hold no guest. */
  guests: ImportGuests | null;
  /** Null if they hold no item of the menu. */
  items: ImportItems | null;
  lastDate: string | null;
  /** Rows that bring nothing by intention. */
  leftOut: ImportLeftOut[];
  /** Dollars. */
  netSales: number;
  /** What the files do not say, and what follows from that, in words. */
  notes: string[];
  /** What payments are beyond what was due, without regard to sign. Dollars. */
  outOfBalance: number;
  /** Payments with tips. Dollars. */
  payments: number;
  refunds: number;
  /** The first 20 of them. */
  refusedExamples: ImportRefusedRow[];
  /** Rows that cannot be used. */
  refusedRows: number;
  /** Dollars. */
  rounding: number;
  /** The first five checks. */
  sampleChecks: ImportCheck[];
  /** Dollars. */
  serviceCharges: number;
  /** Null if the files hold no shift. */
  shifts: ImportShifts | null;
  /** Dollars. */
  tax: number;
  /** Payments with tips by type, the 20 largest. */
  tenders: ImportAmount[];
  /** Dollars. */
  tips: number;
  /** Checks that were voided as a whole. */
  voidedChecks: number;
  /** Value of voided lines and checks. Dollars. */
  voids: number;
};
export type ImportColumn = {
  /** Its name; several joined with ' + ' or ' : '. */
  column: string;
  /** The field that it is, as ListFields names it. */
  field: string;
};
export type ImportTable = {
  /** All columns, in their order. */
  columns: string[];
  /** Values of fields that no column has, where a person named the columns; `column` is the value. */
  constants: ImportColumn[];
  /** The system that the table comes from; null if that is not known. */
  exporter: string | null;
  /** The file's number. */
  file: number;
  /** The layout that was recognized; null if none was. */
  layout: string | null;
  /** The layout as YAML, to be saved and used for other files; null if the table is not used. */
  layoutYaml: string | null;
  /** The file, and its member or sheet. */
  name: string;
  /** Rows that cannot be read as the others are. */
  refusedRows: number;
  /** What was found out of how it is written: encoding, separators, lines above its header. */
  remarks: string[];
  /** lines, orders, payments, shifts, items or guests; null if that is not known. */
  rowKind: string | null;
  /** Rows, with refused ones. */
  rows: number;
  /** From 0, over all files. */
  table: number;
  /** Why it is not used; null if it is. */
  unusedBecause: string | null;
  /** Columns that are for nothing. */
  unusedColumns: string[];
  /** Columns in use. */
  usedColumns: ImportColumn[];
};
export type ImportTakenOutDay = {
  businessDate: string;
  /** What the import had there. */
  checks: number;
  /** Dollars. */
  netSales: number;
};
export type Import = {
  /** What becomes of those days; null until a person decides. */
  conflictChoice: ImportConflictChoice | null;
  /** Days of the files that another source has. */
  conflicts: ImportConflict[];
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  /** The person or the ingest key that began it. */
  createdBy: string;
  /** Why it failed, and what to do; null if it did not. */
  error: string | null;
  files: ImportFile[];
  importID: string;
  /** Days of a done import that another source has too, because it came later: their sales count twice. Without those that a person decided to keep. */
  overlaps: ImportConflict[];
  posID: string;
  /** Of what is under way; null where nothing is. */
  progress: ImportProgress | null;
  /** What is asked, and was answered. */
  questions: ImportQuestion[];
  /** Checks, shifts, items and guests that were refused when they were sent. */
  refusedChecks: number;
  /** What words mean, as a person said. */
  rules: ImportRule[];
  /** Checks that were sent until now, less those that were taken out. */
  sentChecks: number;
  sentGuests: number;
  sentItems: number;
  /** Shifts, items of the menu and guests that were sent until now. */
  sentShifts: number;
  state: ImportState;
  /** What comes in as things stand; null until the files are judged. */
  summary: ImportSummary | null;
  /** Tables of the files, in their order. */
  tables: ImportTable[];
  /** Days that a person took out of the import. */
  takenOutDays: ImportTakenOutDay[];
  /** Whether what the files mean can still be said: answers, rules, mappings and layouts. */
  takesAnswers: boolean;
  /** The time zone of times that name none. */
  timeZone: string;
  /** What undoing does not take back, in words; null if it takes back all. */
  undoLeaves: string | null;
  /** Until when it can be undone, wall time; null: it cannot. */
  undoUntil: string | null;
  /** Grows with each change. */
  version: number;
};
export type AnswerImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportAnswer = {
  /** The question. */
  id: string;
  /** The value of a choice; null: the question is open again. */
  value?: string | null;
};
export type ImportMapping = {
  /** The first column of a field that the table has counts. */
  columns: ImportColumn[];
  /** Values of fields that no column has; `column` is the value. */
  constants?: ImportColumn[];
  /** lines, orders, payments, shifts, items or guests. */
  rowKind: string;
  /** The table's number. */
  table: number;
};
export type ConnectAnswerImportRequest = {
  /** Beside earlier ones. */
  answers?: ImportAnswer[];
  /** What becomes of days that another source has; unspecified: as it is. */
  conflictChoice?: ImportConflictChoice;
  importID: string;
  /** Saved layouts, as YAML; empty: as they are. */
  layouts?: string;
  /** They stand in place of earlier ones of their tables; one without columns removes it. */
  mappings?: ImportMapping[];
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** What words mean, as Status=void:Cancelled|Canceled; they stand in place of earlier ones. None: as they are; one that is empty: no rules. */
  rules?: string[];
};
export type CreateImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type NewImportFile = {
  /** Its size. */
  bytes: number;
  /** 1 to 200 characters. */
  name: string;
};
export type ConnectCreateImportRequest = {
  /** 1 to 20, 1 GiB together. */
  files: NewImportFile[];
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** IANA name; empty: the location's. */
  timeZone?: string;
};
export type DiscardImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectDiscardImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type GetImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type RefusedRowList = {
  /** Null on the last page. */
  nextCursor: string | null;
  refusedRowList: ImportRefusedRow[];
};
export type GetImportRefusedRowsEnvelope = {
  body: RefusedRowList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectImportRefusedRowsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  importID: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ImportRow = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  createdBy: string;
  fileNames: string[];
  /** Business dates; null if nothing comes in. */
  firstDate: string | null;
  importID: string;
  lastDate: string | null;
  /** Of what comes in, or came in. Dollars. */
  netSales: number;
  /** Days that count twice, because another source came later and has them too; 0: none. */
  overlapDays: number;
  /** The import's net sales of these days. Dollars. */
  overlapNetSales: number;
  sentChecks: number;
  sentGuests: number;
  sentItems: number;
  sentShifts: number;
  state: ImportState;
  /** Until when it can be undone, wall time; null: it cannot. */
  undoUntil: string | null;
  version: number;
};
export type ImportList = {
  importList: ImportRow[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetImportsEnvelope = {
  body: ImportList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectImportsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type KeepImportDaysEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectKeepImportDaysRequest = {
  /** Days among the import's `overlaps`, 1 to 3,700. */
  businessDates: string[];
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PauseImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectPauseImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PutImportPartEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectPutImportPartRequest = {
  /** 524,288 bytes, of the last part what is left. */
  data: string;
  /** The file's number. */
  file: number;
  importID: string;
  /** From 0. */
  part: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ResumeImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectResumeImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type StartImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectStartImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type TakeOutImportDaysEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectTakeOutImportDaysRequest = {
  /** Days among the import's `overlaps`, 1 to 3,700. */
  businessDates: string[];
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type UndoImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectUndoImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type HealthEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type Change = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  displayName?: string;
  /** Dollars. */
  estimatedCost?: number;
  posItemID: string;
  /** Dollars. */
  price?: number;
  /** Grows by one with each change of the location. */
  sequence: number;
  soldOut?: boolean;
  /** With `soldOut`: when the mark ends by itself, wall time of the location. */
  soldOutUntil?: string;
  stock?: number;
};
export type PromoCodeChange = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  at: string;
  /** Whole percent; null: the POS decides. */
  discountPercentage: number | null;
  /** On these items alone; empty: on the whole check. */
  posItemIDs: string[];
  /** Upper case; checks carry it as `promoCode`. */
  promoCode: string;
  /** Counted with the changes of items. */
  sequence: number;
  /** The last business date, YYYY-MM-DD; null: it does not end. */
  validUntil: string | null;
};
export type Changes = {
  /** The value of `after` in the next call. */
  after: number;
  changeList: Change[];
  /** More follow: call again at once. */
  more: boolean;
  promoCodeList: PromoCodeChange[];
};
export type ChangesEnvelope = {
  body: Changes;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type Accepted = {
  /** Their ids, in the order of the request. */
  accepted: string[];
  /** Fields that Saffron does not know and left out, such as `data.items[].seat`: each once, 100 at most. Absent without one. */
  ignored?: string[];
};
export type AcceptedEnvelope = {
  body: Accepted;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SentEnvelope = {
  campaignID: string;
  message: string;
  /** Always 202. */
  statuscode: number;
};
export type NotificationErrorEnvelope = {
  /** The wrong field. */
  field?: string;
  /** What is wrong and what to do next. */
  message: string;
  /** The HTTP status. */
  statuscode: number;
};
export type TextCampaignRequest = {
  /** At most 150 characters. */
  body: string;
  /** For a promo code: whole percent. */
  discountPercentage?: number | null;
  /** A repeated key gets the first answer again: no recipient gets the campaign twice. */
  idempotencyKey?: string;
  /** For a promo code: the items that it is about; none: the whole check. */
  items?: CampaignItem[] | null;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** For a promo code: the POS gives it on these items alone; none: on the whole check. */
  posItemIDs?: string[] | null;
  /** For a promo code: 3 to 32 of A-Z, 0-9 and -. */
  promoCode?: string | null;
  /** Guests of the location; at most 25,000. */
  recipients: TextRecipient[];
  /** For a promo code: its last day, YYYY-MM-DD. */
  validUntil?: string | null;
};
export type EmailCampaignRequest = {
  /** At most 150 characters. */
  body: string;
  /** The name of the location. */
  businessName: string;
  /** For a promotion: the highest offPercentage of its items, whole percent. Computed if omitted. */
  discountPercentage?: number | null;
  /** Of guests of the location; at most 25,000. */
  emails: string[];
  /** A repeated key gets the first answer again: no recipient gets the campaign twice. */
  idempotencyKey?: string;
  /** For a promotion: at least one. */
  items?: CampaignItem[] | null;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** For a promo code: the POS gives it on these items alone; none: on the whole check. */
  posItemIDs?: string[] | null;
  /** For a promo code: 3 to 32 of A-Z, 0-9 and -. */
  promoCode?: string | null;
  subject: string;
  /** For a promo code: its last day, YYYY-MM-DD. */
  validUntil?: string | null;
  /** The website of the location. */
  website?: string | null;
};
export type BalanceTransaction = {
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: string | null;
  fee: number;
  id: string;
  net: number;
  object: string;
  reporting_category: string | null;
  source: string | null;
  status: string;
  type: string;
};
export type PaymentError = {
  code?: string;
  decline_code?: string;
  type: string;
};
export type TransactionOrId = string | BalanceTransaction;
export type ChargeOutcome = {
  network_status: string | null;
  reason: string | null;
  type: string;
};
export type Card = {
  brand: string | null;
  funding: string | null;
  last4: string | null;
};
export type MethodDetails = {
  card?: Card;
  card_present?: Card;
  type: string;
};
export type Charge = {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: TransactionOrId | null;
  captured: boolean;
  created: number;
  currency: string;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  id: string;
  object: string;
  outcome: ChargeOutcome | null;
  paid: boolean;
  payment_intent: string | null;
  payment_method_details: MethodDetails | null;
  refunded: boolean;
  status: string;
};
export type PaymentSummary = {
  badge: string;
  /** The provider's code of a failure; null: none. */
  failure: string | null;
  /** Minor units of `feeCurrency`; null where nothing was charged, or as long as it is not known. */
  fee: number | null;
  /** ISO 4217, in lower case: the currency of the account's balance, which may be another than the payment's. */
  feeCurrency: string | null;
  /** The provider has not said the fee yet: it is 2.7 percent and 5 cents. */
  feeIsEstimate: boolean;
  /** The last digits of the card. */
  last4: string | null;
  message: string;
  /** Captured less what was given back, the fee, and what decided disputes took with their fees; minor units of `netCurrency`. Null where nothing was charged, or as long as it cannot be said in one currency. */
  net: number | null;
  /** ISO 4217, in lower case. */
  netCurrency: string | null;
  /** The check it paid, where it is known. */
  posCheckID: string | null;
  /** The processor that took it, as the POS names it, if it is not of the location's card account. */
  processor: string | null;
  /** PAYMENT_SUCCESS, PARTIAL_REFUND, COMPLETE_REFUNDED, PAYMENT_CANCELLED, PAYMENT_UNCAPTURED, PAYMENT_INCOMPLETE, PAYMENT_INCOMPLETE_METHOD, PAYMENT_FAILED or PAYMENT_UNIDENTIFIED. */
  state: string;
};
export type PaymentIntent = {
  amount: number;
  amount_capturable: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: string | null;
  created: number;
  currency: string;
  description: string | null;
  id: string;
  last_payment_error: PaymentError | null;
  latest_charge: Charge | null;
  livemode: boolean;
  object: string;
  saffron: PaymentSummary;
  /** From the provider: succeeded, canceled, requires_capture and so on. */
  status: string;
};
export type PayoutSummary = {
  badge: string;
  /** The provider's code of a failure; null: none. */
  failure: string | null;
  message: string;
  /** The processor that pays it, as the POS names it, if it is not of the location's card account. */
  processor: string | null;
  /** PAYOUT_PAID, PAYOUT_PENDING, PAYOUT_INTRANSIT, PAYOUT_CANCELLED, PAYOUT_FAILED or PAYOUT_UNIDENTIFIED. */
  state: string;
};
export type Payout = {
  amount: number;
  arrival_date: number;
  automatic: boolean;
  balance_transaction: TransactionOrId | null;
  created: number;
  currency: string;
  description: string | null;
  failure_balance_transaction: TransactionOrId | null;
  failure_code: string | null;
  failure_message: string | null;
  id: string;
  livemode: boolean;
  method: string;
  object: string;
  reconciliation_status: string | null;
  saffron: PayoutSummary;
  statement_descriptor: string | null;
  /** From the provider: paid, pending, in_transit, canceled, failed. */
  status: string;
  type: string;
};
export type TracedPayment = {
  /** From the POS, with tip; cents. */
  amount: number;
  balanceTransaction: BalanceTransaction | null;
  paymentIntent: PaymentIntent | null;
  paymentIntentId: string;
  payout: Payout | null;
  /** The processor, if it is another than the location's card account and has recorded payments here. */
  processor: string | null;
};
export type CheckTrace = {
  /** When the provider was last read, seconds since 1970; null: not yet. */
  asOf: number | null;
  /** All payments with tips, including those without a card; cents. */
  charged: number;
  payments: TracedPayment[];
  posCheckID: string;
};
export type MismatchKind =
  "unknown_to_provider" | "without_check" | "payout_differs" | "amount_differs";
export type MismatchReview = {
  /** Seconds since 1970. */
  at: number;
  /** The person's name. */
  by: string;
  note: string | null;
  /** False: it was opened again. */
  resolved: boolean;
};
export type MismatchState = "open" | "resolved";
export type Mismatch = {
  /** Minor units: the amount at the till, of the charge, or of the payout. */
  amount: number;
  /** Seconds since 1970: when the check was closed, the payment or the payout was made. */
  at: number;
  /** Of the amounts: ISO 4217, in lower case; tills use dollars. */
  currency: string;
  /** Minor units: for a payout, the sum of its transactions; for a charge, what checks say of it. */
  expected: number | null;
  /** Unique within its location. */
  id: string;
  kind: MismatchKind;
  /** The last digits of the charged card. */
  last4: string | null;
  paymentIntentId: string | null;
  payoutId: string | null;
  posCheckID: string | null;
  /** The processor, if it is not the location's card account. */
  processor: string | null;
  review: MismatchReview | null;
  state: MismatchState;
  /** Required by a review: changes with the amounts and with each review. */
  version: string;
};
export type MismatchList = {
  data: Mismatch[];
  has_more: boolean;
  /** Null on the last page. */
  nextCursor: string | null;
  /** Always list. */
  object: string;
  url: string;
};
export type ReopenMismatchRequest = {
  id: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  version: string;
};
export type ResolveMismatchRequest = {
  id: string;
  /** 150 characters at most. */
  note?: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  version: string;
};
export type PaymentIntentList = {
  /** When the provider was last read, seconds since 1970; null: not yet. */
  asOf: number | null;
  data: PaymentIntent[];
  /** More objects follow in the requested direction. */
  has_more: boolean;
  /** Always list. */
  object: string;
  url: string;
};
export type EvidenceDetails = {
  due_by: number | null;
  has_evidence: boolean;
  past_due: boolean;
  submission_count: number;
};
export type Dispute = {
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  evidence_details: EvidenceDetails | null;
  id: string;
  is_charge_refundable: boolean;
  livemode: boolean;
  object: string;
  payment_intent: string | null;
  reason: string;
  /** From the provider: needs_response, under_review, won, lost and so on. */
  status: string;
};
export type Refund = {
  amount: number;
  balance_transaction: TransactionOrId | null;
  charge: string | null;
  created: number;
  currency: string;
  /** The transaction that took the money back, if the refund failed. */
  failure_balance_transaction?: TransactionOrId;
  failure_reason?: string;
  id: string;
  object: string;
  payment_intent: string | null;
  reason: string | null;
  status: string | null;
};
export type PaymentIntentDetail = PaymentIntent & {
  /** When the provider was last read, seconds since 1970; null: not yet. */
  asOf: number | null;
  dispute: Dispute | null;
  /** Newest first. */
  disputes: Dispute[];
  payout: Payout | null;
  /** Newest first. */
  refunds: Refund[];
};
export type ChangePaymentRequest = {
  /** A repeated key with the same request gets the first answer again, and changes nothing. */
  idempotencyKey?: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PayoutList = {
  /** When the provider was last read, seconds since 1970; null: not yet. */
  asOf: number | null;
  data: Payout[];
  /** More objects follow in the requested direction. */
  has_more: boolean;
  /** Always list. */
  object: string;
  url: string;
};
export type PayoutSums = {
  amount: number;
  count: number;
  fee: number;
  /** The amount of the payout. */
  net: number;
};
export type PayoutTransactionList = {
  /** When the provider was last read, seconds since 1970; null: not yet. */
  asOf: number | null;
  data: BalanceTransaction[];
  /** More objects follow in the requested direction. */
  has_more: boolean;
  /** Always list. */
  object: string;
  sums: PayoutSums;
  url: string;
};
export type MismatchSum = {
  amount: number;
  /** In lower case. */
  currency: string;
};
export type OpenMismatches = {
  count: number;
  /** For each currency the sum in minor units; for payouts the difference counts. */
  sums: MismatchSum[];
};
export type ReviewList = MismatchList & {
  open: OpenMismatches | null;
};
export type FoundPayment = PaymentIntent & {
  posID: string;
};
export type FoundPaymentList = {
  data: FoundPayment[];
  has_more: boolean;
  /** Nothing matches: these are up to five payments whose charged amount is nearest, the nearest first. */
  nearest: boolean;
  /** Null on the last page. */
  nextCursor: string | null;
  /** Always list. */
  object: string;
  url: string;
};
export type WebhookEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type Provisioned = {
  /** Null for a known location that keeps its key and gets none by name. */
  ingestKey: string | null;
  /** 10 characters, single use, valid for 7 days. */
  linkCode: string;
  posID: string;
};
export type ProvisionEnvelope = {
  body: Provisioned;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ProvisionRequest = {
  /** The account of the card provider, unique to one location; null removes it. Without it a known location keeps its
    account. Another account is accepted only if the operator allowed it to the vendor, or the account's own metadata at the
    provider has the posID as `posID`. */
  cardAccount?: string | null;
  /** When the business day of a new location begins: HH:MM, a quarter of an hour from 00:00 to 11:45. 04:00 without it. It is
    not changed here afterwards: the people of the location do. */
  dayStart?: string;
  /** A known location whose key stays gets one more, of this name, for another program of the vendor. The key that the vendor
    got by this name before ends. */
  ingestKeyName?: string;
  /** Required for a new location; without it a known one keeps its name. */
  name?: string;
  phone?: string;
  posID: string;
  postalAddress?: string;
  /** True: a known location gets a new ingest key, and the old one ends. */
  rotateIngestKey?: boolean;
  /** IANA name. Required for a new location; without it a known one keeps its time zone. */
  timeZone?: string;
  website?: string;
};
export type Readiness = {
  /** The services that do not respond; empty if all do. */
  notReady: string[];
};
export type ReadyEnvelope = {
  body: Readiness;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export const {
  useAddDeviceMutation,
  useChangePasswordMutation,
  useCloseSampleMutation,
  useConfirmAddressMutation,
  useConfirmSignUpMutation,
  useCreateIngestKeyMutation,
  useCreateLinkCodeMutation,
  useCreateLocationMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useEraseCustomerMutation,
  useExportCustomerMutation,
  useFindChecksQuery,
  useForgotPasswordMutation,
  useGetCampaignQuery,
  useGetCampaignOutcomesQuery,
  useGetCampaignPreviewMutation,
  useGetCampaignsQuery,
  useGetCashReportQuery,
  useGetCashierSalesReportQuery,
  useGetCheckItemQuery,
  useGetCommunicationsQuery,
  useGetCustomerQuery,
  useGetCustomerConsentsQuery,
  useGetCustomerPointsQuery,
  useGetCustomerTwinsQuery,
  useGetCustomersListQuery,
  useGetDailySalesLaborQuery,
  useGetDateMoveQuery,
  useGetDevicesQuery,
  useGetDiscountReportQuery,
  useGetEmployeeSalesReportQuery,
  useGetGiftCardLiabilityQuery,
  useGetGiftCardReportQuery,
  useGetGuestTextsQuery,
  useGetHourlyReportQuery,
  useGetIngestKeysQuery,
  useGetInsideSalesQuery,
  useGetItemQuery,
  useGetItemEditsQuery,
  useGetItemsListQuery,
  useGetItemsalesReportQuery,
  useGetLaborReportQuery,
  useGetLastsevendaysReportQuery,
  useGetMajorCategorySalesReportQuery,
  useGetMarketingRecipientsQuery,
  useGetMinorCategorySalesReportQuery,
  useGetModifierReportQuery,
  useGetNotificationRulesQuery,
  useGetOnlineorderCurrentweekPayoutQuery,
  useGetOnlineorderPayoutHistoryQuery,
  useGetOnlineorderSalesReportQuery,
  useGetOpenChecksQuery,
  useGetOrderinputtypeSalesReportQuery,
  useGetOrdertypeSalesReportQuery,
  useGetPaymentReportQuery,
  useGetProfileQuery,
  useGetPromoCodeDeliveryQuery,
  useGetPromotionsQuery,
  useGetReportFilterBydateQuery,
  useGetRestaurantListQuery,
  useGetRevenuecenterSalesReportQuery,
  useGetRewardPercentQuery,
  useGetServiceChargeReportQuery,
  useGetSessionsQuery,
  useGetTablePerformanceReportQuery,
  useGetTaxReportQuery,
  useGetVoidReportQuery,
  useGetWagesQuery,
  useLinkRestaurantMutation,
  useLoginMutation,
  useLogoutMutation,
  useMarkItemSoldOutMutation,
  useOpenSampleMutation,
  usePauseDateMoveMutation,
  useRemoveDeviceMutation,
  useRemoveProfileImageMutation,
  useResetPasswordMutation,
  useRevokeIngestKeyMutation,
  useSendCampaignTestMutation,
  useSendRewardItemMutation,
  useSendRewardPointMutation,
  useSetDayStartMutation,
  useSetWageMutation,
  useSignupMutation,
  useTestPushMutation,
  useUnlinkRestaurantMutation,
  useUpdateAllCommunicationsViewedMutation,
  useUpdateCampaignMutation,
  useUpdateCommunicationViewedMutation,
  useUpdateCustomerConsentMutation,
  useUpdateNotificationRulesMutation,
  useUpdatePositemMutation,
  useUpdateProfileMutation,
  useUpdateRewardPercentMutation,
  useUploadItemImageMutation,
  useUploadProfileImageMutation,
  useGetAppConfigQuery,
  useConnectAnswerImportMutation,
  useConnectCreateImportMutation,
  useConnectDiscardImportMutation,
  useConnectGetImportMutation,
  useConnectGetImportRefusedRowsMutation,
  useConnectGetImportsMutation,
  useConnectKeepImportDaysMutation,
  useConnectPauseImportMutation,
  useConnectPutImportPartMutation,
  useConnectResumeImportMutation,
  useConnectStartImportMutation,
  useConnectTakeOutImportDaysMutation,
  useConnectUndoImportMutation,
  useHealthzQuery,
  useGetProfileImageQuery,
  useGetImageQuery,
  useIngestChangesQuery,
  useIngestEventsMutation,
  useSendPromoCodeTextMutation,
  useSendPromotionTextMutation,
  useSendPromoCodeEmailMutation,
  useSendPromotionEmailMutation,
  useSendBasicEmailMutation,
  useSendBasicTextMutation,
  useTakeTextMutation,
  useTakeTextStatusMutation,
  useTraceCheckQuery,
  useListMismatchesQuery,
  useReopenMismatchMutation,
  useResolveMismatchMutation,
  useListPaymentIntentsQuery,
  useGetPaymentIntentQuery,
  useCancelPaymentIntentMutation,
  useCapturePaymentIntentMutation,
  useListPayoutsQuery,
  useListPayoutTransactionsQuery,
  useListReviewsQuery,
  useFindPaymentsQuery,
  useTakeWebhookMutation,
  useProvisionLocationMutation,
  usePushStreamQuery,
  useReadyzQuery,
  useGetSubscriptionQuery,
  useUnsubscribeMutation,
  useSubscribeAgainMutation,
} = injectedRtkApi;
