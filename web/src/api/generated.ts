import { emptyApi as api } from "./emptyApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    signup: build.mutation<SignupApiResponse, SignupApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/signup`,
        method: "POST",
        body: queryArg.signupRequest,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/logout/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "POST",
      }),
    }),
    getRestaurantList: build.query<
      GetRestaurantListApiResponse,
      GetRestaurantListApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-restaurant-list/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "POST",
      }),
    }),
    linkRestaurant: build.mutation<
      LinkRestaurantApiResponse,
      LinkRestaurantApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/link-restaurant`,
        method: "POST",
        body: queryArg.linkRestaurantRequest,
      }),
    }),
    unlinkRestaurant: build.mutation<
      UnlinkRestaurantApiResponse,
      UnlinkRestaurantApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/unlink-restaurant`,
        method: "POST",
        body: queryArg.locationRequest,
      }),
    }),
    createLinkCode: build.mutation<
      CreateLinkCodeApiResponse,
      CreateLinkCodeApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/create-link-code`,
        method: "POST",
        body: queryArg.locationRequest,
      }),
    }),
    getDailySalesLabor: build.query<
      GetDailySalesLaborApiResponse,
      GetDailySalesLaborApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-daily-sales-labor`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getHourlyReport: build.query<
      GetHourlyReportApiResponse,
      GetHourlyReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-hourly-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getItemsalesReport: build.query<
      GetItemsalesReportApiResponse,
      GetItemsalesReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-itemsales-report`,
        method: "POST",
        body: queryArg.reportRequest,
      }),
    }),
    getLastsevendaysReport: build.query<
      GetLastsevendaysReportApiResponse,
      GetLastsevendaysReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-lastsevendays-report/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "POST",
        body: queryArg.lastSevenDaysRequest,
      }),
    }),
    getInsideSales: build.query<
      GetInsideSalesApiResponse,
      GetInsideSalesApiArg
    >({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-inside-sales`,
        method: "POST",
        body: queryArg.insideSalesRequest,
      }),
    }),
    getCheckItem: build.query<GetCheckItemApiResponse, GetCheckItemApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-check-item`,
        method: "POST",
        body: queryArg.checkItemRequest,
      }),
    }),
    getAppConfig: build.query<GetAppConfigApiResponse, GetAppConfigApiArg>({
      query: () => ({ url: `/config/v1/app` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type LoginApiResponse = /** status 200 The answer. */ LoginEnvelope;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type SignupApiResponse = /** status 200 The answer. */ SignupEnvelope;
export type SignupApiArg = {
  signupRequest: SignupRequest;
};
export type LogoutApiResponse = /** status 200 The answer. */ LogoutEnvelope;
export type LogoutApiArg = {
  sessionId: string;
};
export type GetRestaurantListApiResponse =
  /** status 200 The answer. */ GetRestaurantListEnvelope;
export type GetRestaurantListApiArg = {
  sessionId: string;
};
export type LinkRestaurantApiResponse =
  /** status 200 The answer. */ LinkRestaurantEnvelope;
export type LinkRestaurantApiArg = {
  linkRestaurantRequest: LinkRestaurantRequest;
};
export type UnlinkRestaurantApiResponse =
  /** status 200 The answer. */ UnlinkRestaurantEnvelope;
export type UnlinkRestaurantApiArg = {
  locationRequest: LocationRequest;
};
export type CreateLinkCodeApiResponse =
  /** status 200 The answer. */ CreateLinkCodeEnvelope;
export type CreateLinkCodeApiArg = {
  locationRequest: LocationRequest;
};
export type GetDailySalesLaborApiResponse =
  /** status 200 The answer. */ GetDailySalesLaborEnvelope;
export type GetDailySalesLaborApiArg = {
  reportRequest: ReportRequest;
};
export type GetHourlyReportApiResponse =
  /** status 200 The answer. */ GetHourlyReportEnvelope;
export type GetHourlyReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetItemsalesReportApiResponse =
  /** status 200 The answer. */ GetItemsalesReportEnvelope;
export type GetItemsalesReportApiArg = {
  reportRequest: ReportRequest;
};
export type GetLastsevendaysReportApiResponse =
  /** status 200 The answer. */ GetLastsevendaysReportEnvelope;
export type GetLastsevendaysReportApiArg = {
  sessionId: string;
  lastSevenDaysRequest: LastSevenDaysRequest;
};
export type GetInsideSalesApiResponse =
  /** status 200 The answer. */ GetInsideSalesEnvelope;
export type GetInsideSalesApiArg = {
  insideSalesRequest: InsideSalesRequest;
};
export type GetCheckItemApiResponse =
  /** status 200 The answer. */ GetCheckItemEnvelope;
export type GetCheckItemApiArg = {
  checkItemRequest: CheckItemRequest;
};
export type GetAppConfigApiResponse =
  /** status 200 The configuration. */ AppConfig;
export type GetAppConfigApiArg = void;
export type Profile = {
  email: string;
  firstName: string;
  lastName: string;
  profileDescription: string | null;
  profileImage: string | null;
  sessionGuid: string;
  uniqueCode: string;
};
export type LoginEnvelope = {
  status: number;
  body: Profile;
  message: string;
};
export type ErrorBody = {
  field?: string;
};
export type ErrorEnvelope = {
  status: number;
  body?: null | ErrorBody;
  message: string;
};
export type LoginRequest = {
  username: string;
  password: string;
  firebaseNotificationToken?: string;
  rememberMe?: boolean;
};
export type SignupEnvelope = {
  status: number;
  body: null;
  message: string;
};
export type SignupRequest = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
};
export type LogoutEnvelope = {
  status: number;
  body: null;
  message: string;
};
export type Location = {
  posID: string;
  name: string;
  website: string | null;
  timeZone: string;
  postalAddress: string | null;
  phone: string | null;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate: string;
};
export type GetRestaurantListEnvelope = {
  status: number;
  body: Location[];
  message: string;
};
export type LinkRestaurantEnvelope = {
  status: number;
  body: Location;
  message: string;
};
export type LinkRestaurantRequest = {
  sessionID: string;
  posID: string;
  linkCode: string;
};
export type UnlinkRestaurantEnvelope = {
  status: number;
  body: null;
  message: string;
};
export type LocationRequest = {
  sessionID: string;
  posID: string;
};
export type LinkCode = {
  posID: string;
  linkCode: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  expiresAt: string;
};
export type CreateLinkCodeEnvelope = {
  status: number;
  body: LinkCode;
  message: string;
};
export type DailyFigures = {
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  grossProfit: number;
  /** Dollars with two decimals. */
  grossCost: number;
  /** Dollars with two decimals. */
  grossLabor: number;
  /** Dollars with two decimals. */
  grossDiscounts: number;
  /** Dollars with two decimals. */
  grossTax: number;
  /** Dollars with two decimals. */
  grossVoids: number;
  /** Dollars with two decimals. */
  grossTips: number;
  /** Dollars with two decimals. */
  grossRewardUsed: number;
  /** Dollars with two decimals. */
  grossPayment: number;
  grossCover: number;
  checks: number;
  /** Dollars with two decimals. */
  netSales: number;
  laborPercent: number | null;
  /** Dollars with two decimals. */
  salesWithoutCost: number;
};
export type DailyRow = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate: string;
  posID: string;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  grossProfit: number;
  /** Dollars with two decimals. */
  grossCost: number;
  /** Dollars with two decimals. */
  grossLabor: number;
  /** Dollars with two decimals. */
  grossDiscounts: number;
  /** Dollars with two decimals. */
  grossTax: number;
  /** Dollars with two decimals. */
  grossVoids: number;
  /** Dollars with two decimals. */
  grossTips: number;
  /** Dollars with two decimals. */
  grossRewardUsed: number;
  /** Dollars with two decimals. */
  grossPayment: number;
  grossCover: number;
  checks: number;
  /** Dollars with two decimals. */
  netSales: number;
  laborPercent: number | null;
  /** Dollars with two decimals. */
  salesWithoutCost: number;
  share: number;
  lastWeek: null | DailyFigures;
  lastYear: null | DailyFigures;
  openShifts: number;
  notClockedOut: number;
  soFar: boolean;
};
export type GetDailySalesLaborEnvelope = {
  status: number;
  body: DailyRow[];
  message: string;
};
export type ReportRequest = {
  sessionID: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  startDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  endDate: string;
  posID?: string;
  groupBy?: "day" | "month" | "none";
};
export type HourlyFigures = {
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  netSales: number;
  checks: number;
  grossCover: number;
  /** Dollars with two decimals. */
  grossLabor: number;
  laborPercent: number | null;
};
export type HourlyRow = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate?: string;
  posID: string;
  hour: number;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  netSales: number;
  checks: number;
  grossCover: number;
  /** Dollars with two decimals. */
  grossLabor: number;
  laborPercent: number | null;
  share: number;
  lastWeek: null | HourlyFigures;
  lastYear: null | HourlyFigures;
};
export type GetHourlyReportEnvelope = {
  status: number;
  body: HourlyRow[];
  message: string;
};
export type ItemFigures = {
  quantity: number;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  grossDiscounts: number;
  /** Dollars with two decimals. */
  netSales: number;
  /** Dollars with two decimals. */
  grossCost: number;
  /** Dollars with two decimals. */
  grossProfit: number;
  /** Dollars with two decimals. */
  salesWithoutCost: number;
};
export type ItemRow = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate?: string;
  posID: string;
  posItemID: string;
  itemName: string;
  majorCategory: string;
  minorCategory: string;
  quantity: number;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  grossDiscounts: number;
  /** Dollars with two decimals. */
  netSales: number;
  /** Dollars with two decimals. */
  grossCost: number;
  /** Dollars with two decimals. */
  grossProfit: number;
  /** Dollars with two decimals. */
  salesWithoutCost: number;
  share: number;
  lastWeek: null | ItemFigures;
  lastYear: null | ItemFigures;
};
export type GetItemsalesReportEnvelope = {
  status: number;
  body: ItemRow[];
  message: string;
};
export type GetLastsevendaysReportEnvelope = {
  status: number;
  body: DailyRow[];
  message: string;
};
export type LastSevenDaysRequest = {
  posID?: string;
};
export type CheckSummary = {
  posID: string;
  posCheckID: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  openTime: string | null;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  closeTime: string;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  netSales: number;
  /** Dollars with two decimals. */
  grossPayment: number;
  /** Dollars with two decimals. */
  grossTips: number;
  grossCover: number;
  table: string | null;
  employeeID: string | null;
  employeeName: string | null;
  orderType: string | null;
  paymentTypes: string[];
  voided: boolean;
  refundOf: string | null;
};
export type CheckReport = {
  checkReportList: CheckSummary[];
  nextCursor: string | null;
};
export type GetInsideSalesEnvelope = {
  status: number;
  body: CheckReport;
  message: string;
};
export type InsideSalesRequest = {
  sessionID: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  startDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  endDate: string;
  posID?: string;
  limit?: number;
  cursor?: string;
};
export type CheckDetail = {
  posID: string;
  posCheckID: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  businessDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  openTime: string | null;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  closeTime: string;
  /** Dollars with two decimals. */
  grossSales: number;
  /** Dollars with two decimals. */
  netSales: number;
  /** Dollars with two decimals. */
  grossPayment: number;
  /** Dollars with two decimals. */
  grossTips: number;
  grossCover: number;
  table: string | null;
  employeeID: string | null;
  employeeName: string | null;
  orderType: string | null;
  paymentTypes: string[];
  voided: boolean;
  refundOf: string | null;
  /** Dollars with two decimals. */
  grossDiscounts: number;
  /** Dollars with two decimals. */
  grossTax: number;
  cashierName: string | null;
  revenueCenter: string | null;
  orderInputType: string | null;
  orderSource: string | null;
  /** Dollars with two decimals. */
  rewardUsed: number;
  promoCode: string | null;
};
export type CheckItem = {
  posItemID: string;
  itemName: string;
  majorCategory: string | null;
  minorCategory: string | null;
  quantity: number;
  /** Dollars with two decimals. */
  price: number;
  /** Dollars with two decimals. */
  amount: number;
  cost: number | null;
  /** Dollars with two decimals. */
  discount: number;
  /** Dollars with two decimals. */
  tax: number;
  voided: boolean;
};
export type CheckPayment = {
  type: string;
  /** Dollars with two decimals. */
  amount: number;
  /** Dollars with two decimals. */
  tip: number;
};
export type CheckContents = {
  check: CheckDetail;
  checkItemList: CheckItem[];
  paymentList: CheckPayment[];
};
export type GetCheckItemEnvelope = {
  status: number;
  body: CheckContents;
  message: string;
};
export type CheckItemRequest = {
  sessionID: string;
  posCheckID: string;
  posID?: string;
};
export type SupportContact = {
  email: string | null;
  phone: string | null;
};
export type AppConfig = {
  environment: "production" | "test";
  version: string;
  supportContact: SupportContact;
  features: {
    [key: string]: boolean;
  };
};
