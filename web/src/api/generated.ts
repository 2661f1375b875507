import { emptyApi as api } from "./emptyApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
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
    getCheckItem: build.query<GetCheckItemApiResponse, GetCheckItemApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/get-check-item`,
        method: "POST",
        body: queryArg.checkItemRequest,
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
    signup: build.mutation<SignupApiResponse, SignupApiArg>({
      query: (queryArg) => ({
        url: `/api-restaurant-pos/restaurantpro/signup`,
        method: "POST",
        body: queryArg.signupRequest,
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
    getAppConfig: build.query<GetAppConfigApiResponse, GetAppConfigApiArg>({
      query: () => ({ url: `/config/v1/app` }),
    }),
    healthz: build.query<HealthzApiResponse, HealthzApiArg>({
      query: () => ({ url: `/healthz` }),
    }),
    ingestEvents: build.mutation<IngestEventsApiResponse, IngestEventsApiArg>({
      query: (queryArg) => ({
        url: `/ingest/v1/events`,
        method: "POST",
        body: queryArg.body,
        headers: {
          Authorization: queryArg.authorization,
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
      }),
    }),
    readyz: build.query<ReadyzApiResponse, ReadyzApiArg>({
      query: () => ({ url: `/readyz` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type CreateLinkCodeApiResponse =
  /** status 200 The answer. */ CreateLinkCodeEnvelope;
export type CreateLinkCodeApiArg = {
  locationRequest: LocationRequest;
};
export type GetCheckItemApiResponse =
  /** status 200 The answer. */ GetCheckItemEnvelope;
export type GetCheckItemApiArg = {
  checkItemRequest: CheckItemRequest;
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
export type GetInsideSalesApiResponse =
  /** status 200 The answer. */ GetInsideSalesEnvelope;
export type GetInsideSalesApiArg = {
  insideSalesRequest: InsideSalesRequest;
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
export type LoginApiResponse = /** status 200 The answer. */ LoginEnvelope;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type LogoutApiResponse = /** status 200 The answer. */ LogoutEnvelope;
export type LogoutApiArg = {
  sessionId: string;
};
export type SignupApiResponse = /** status 200 The answer. */ SignupEnvelope;
export type SignupApiArg = {
  signupRequest: SignupRequest;
};
export type UnlinkRestaurantApiResponse =
  /** status 200 The answer. */ UnlinkRestaurantEnvelope;
export type UnlinkRestaurantApiArg = {
  locationRequest: LocationRequest;
};
export type GetAppConfigApiResponse =
  /** status 200 The configuration. */ AppConfig;
export type GetAppConfigApiArg = void;
export type HealthzApiResponse = /** status 200 It lives. */ HealthEnvelope;
export type HealthzApiArg = void;
export type IngestEventsApiResponse =
  /** status 202 They are stored on disk. */ AcceptedEnvelope;
export type IngestEventsApiArg = {
  /** Bearer <ingest key> */
  authorization: string;
  /** One CloudEvent, or an array of them. */
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
  /** The id of the newest event that was seen. */
  "Last-Event-ID"?: string;
};
export type ReadyzApiResponse = /** status 200 All answer. */ ReadyEnvelope;
export type ReadyzApiArg = void;
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
export type ErrorBody = {
  /** Of a batch of events: the place of the first that is wrong, from 0. */
  event?: number;
  /** The field that is wrong. */
  field?: string;
  /** Of a batch of events: the id of the first that is wrong, where it could be read. */
  id?: string;
};
export type ErrorEnvelope = {
  body: ErrorBody | null;
  /** What is wrong and what to do next. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type LocationRequest = {
  posID: string;
  sessionID: string;
};
export type CheckSummary = {
  /** YYYY-MM-DD. */
  businessDate: string;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  closeTime: string;
  employeeID: string | null;
  employeeName: string | null;
  /** Guests. */
  grossCover: number;
  /** Payments with tips; dollars. */
  grossPayment: number;
  /** Dollars. */
  grossSales: number;
  /** Dollars. */
  grossTips: number;
  /** Dollars. */
  netSales: number;
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  openTime: string | null;
  orderType: string | null;
  paymentTypes: string[];
  posCheckID: string;
  posID: string;
  /** The check it refunds. */
  refundOf: string | null;
  table: string | null;
  /** Struck as a whole. */
  voided: boolean;
};
export type CheckDetail = CheckSummary & {
  cashierName: string | null;
  /** Dollars. */
  grossDiscounts: number;
  /** Dollars. */
  grossTax: number;
  orderInputType: string | null;
  orderSource: string | null;
  promoCode: string | null;
  revenueCenter: string | null;
  /** Dollars. */
  rewardUsed: number;
};
export type CheckItem = {
  /** Of the line; dollars. */
  amount: number;
  /** Of one; dollars, null if unknown. */
  cost: number | null;
  /** Dollars. */
  discount: number;
  itemName: string;
  majorCategory: string | null;
  minorCategory: string | null;
  posItemID: string;
  /** Of one; dollars. */
  price: number;
  /** Pieces, three decimals. */
  quantity: number;
  /** Dollars. */
  tax: number;
  voided: boolean;
};
export type CheckPayment = {
  /** Without the tip; dollars. */
  amount: number;
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
  /** Needed where several of the linked locations have such a check. */
  posID?: string;
  sessionID: string;
};
export type DailyFigures = {
  /** Checks. */
  checks: number;
  /** Cost of what was sold, where it is known; dollars. */
  grossCost: number;
  /** Guests. */
  grossCover: number;
  /** Dollars. */
  grossDiscounts: number;
  /** Pay, with the shifts that are still open up to now; dollars. */
  grossLabor: number;
  /** Payments with tips; dollars. */
  grossPayment: number;
  /** Net sales less rewards, cost and labor; dollars. */
  grossProfit: number;
  /** Dollars. */
  grossRewardUsed: number;
  /** Lines not voided, before discounts, without tax and tips; dollars. */
  grossSales: number;
  /** Dollars. */
  grossTax: number;
  /** Tips of payments; dollars. */
  grossTips: number;
  /** Value of voided lines and checks; dollars. */
  grossVoids: number;
  /** Labor in percent of net sales, two decimals; null without sales. */
  laborPercent: number | null;
  /** Gross sales less discounts; dollars. */
  netSales: number;
  /** Sales of lines whose cost is not known: where it is not 0, cost and profit are incomplete. Dollars. */
  salesWithoutCost: number;
};
export type DailyRow = DailyFigures & {
  /** YYYY-MM-DD; the first of the month in rows of months. */
  businessDate: string;
  comparable: DailyFigures | null;
  lastWeek: DailyFigures | null;
  lastYear: DailyFigures | null;
  /** Of those, shifts open for more than 16 hours. */
  notClockedOut: number;
  /** Shifts still open. */
  openShifts: number;
  posID: string;
  /** Of the answer's gross sales, 0 to 1, four decimals. */
  share: number;
  /** The day is still running. */
  soFar: boolean;
};
export type GetDailySalesLaborEnvelope = {
  body: DailyRow[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ReportRequest = {
  /** A business date, inclusive; a time part is ignored. */
  endDate: string;
  /** How rows are put together over time. */
  groupBy?: "day" | "month" | "none";
  /** Without it: all linked locations. */
  posID?: string;
  sessionID: string;
  /** A business date, inclusive; a time part is ignored. */
  startDate: string;
};
export type HourlyFigures = {
  /** Checks. */
  checks: number;
  /** Guests. */
  grossCover: number;
  /** Dollars. */
  grossLabor: number;
  /** Dollars. */
  grossSales: number;
  /** Labor in percent of net sales, two decimals; null without sales. */
  laborPercent: number | null;
  /** Gross sales less discounts; dollars. */
  netSales: number;
};
export type HourlyRow = HourlyFigures & {
  /** YYYY-MM-DD; only with groupBy day or month. */
  businessDate?: string;
  /** Counted from 00:00 of the business date, 0 to 31: 25 is 1 AM the next morning. */
  hour: number;
  lastWeek: HourlyFigures | null;
  lastYear: HourlyFigures | null;
  posID: string;
  /** Of the answer's gross sales, 0 to 1, four decimals. */
  share: number;
};
export type GetHourlyReportEnvelope = {
  body: HourlyRow[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
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
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** A business date, inclusive; a time part is ignored. */
  endDate: string;
  /** 1 to 500; without it the whole list comes at once. */
  limit?: number;
  /** Without it: all linked locations. */
  posID?: string;
  sessionID: string;
  /** A business date, inclusive; a time part is ignored. */
  startDate: string;
};
export type ItemFigures = {
  /** Dollars. */
  grossCost: number;
  /** Dollars. */
  grossDiscounts: number;
  /** Net sales less cost; dollars. */
  grossProfit: number;
  /** Dollars. */
  grossSales: number;
  /** Gross sales less discounts; dollars. */
  netSales: number;
  /** Pieces, three decimals. */
  quantity: number;
  /** Sales of lines whose cost is not known; dollars. */
  salesWithoutCost: number;
};
export type ItemRow = ItemFigures & {
  /** YYYY-MM-DD; only with groupBy day or month. */
  businessDate?: string;
  itemName: string;
  lastWeek: ItemFigures | null;
  lastYear: ItemFigures | null;
  majorCategory: string;
  minorCategory: string;
  posID: string;
  posItemID: string;
  /** Of the answer's gross sales, 0 to 1, four decimals. */
  share: number;
};
export type GetItemsalesReportEnvelope = {
  body: ItemRow[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetLastsevendaysReportEnvelope = {
  body: DailyRow[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type LastSevenDaysRequest = {
  /** Without it: all linked locations. */
  posID?: string;
};
export type Location = {
  /** The location's own today, YYYY-MM-DD. */
  businessDate: string;
  name: string;
  phone: string | null;
  posID: string;
  postalAddress: string | null;
  /** IANA name. */
  timeZone: string;
  website: string | null;
};
export type GetRestaurantListEnvelope = {
  body: Location[];
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
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
  sessionID: string;
};
export type Profile = {
  email: string;
  firstName: string;
  lastName: string;
  profileDescription: string | null;
  profileImage: string | null;
  /** What later calls carry as `sessionID`. */
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
  /** Where push messages go: a serialized push subscription. */
  firebaseNotificationToken?: string;
  /** The password. */
  password: string;
  /** False: the cookie ends with the browser. Default true. */
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
  /** 10 characters at least, not a known-common one. */
  password: string;
  /** US style. */
  phone: string;
};
export type UnlinkRestaurantEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SupportContact = {
  /** An address, if there is one. */
  email: string | null;
  /** A number, if there is one. */
  phone: string | null;
};
export type AppConfig = {
  /** Whether real money is counted here. */
  environment: "production" | "test";
  /** By name, whether a feature is on. */
  features: {
    [key: string]: boolean;
  };
  supportContact: SupportContact;
  version: string;
};
export type HealthEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type Accepted = {
  /** Their ids, in the order in which they came. */
  accepted: string[];
};
export type AcceptedEnvelope = {
  body: Accepted;
  message: string;
  status: number;
};
export type Provisioned = {
  /** Null for a known location whose key stays. */
  ingestKey: string | null;
  /** 10 characters, single use, 7 days. */
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
  /** The account of the card provider; unique to one location. */
  cardAccount?: string;
  /** A new location needs one; a known one keeps its own without it. */
  name?: string;
  phone?: string;
  posID: string;
  postalAddress?: string;
  /** True: a known location gets another ingest key, and the old one ends. */
  rotateIngestKey?: boolean;
  /** IANA name. A new location needs one; a known one keeps its own without it. */
  timeZone?: string;
  website?: string;
};
export type Readiness = {
  /** The parts that do not answer; none of them when all is well. */
  notReady: string[];
};
export type ReadyEnvelope = {
  body: Readiness;
  message: string;
  status: number;
};
