import { generatedApi, type ReportRequest } from './generated';

/** A report answers for one location, or for all of them: it changes when one of those does. */
function report(location: string | undefined) {
  return [{ type: 'Report' as const, id: location ?? 'all' }];
}

function checks(location: string | undefined) {
  return [{ type: 'Checks' as const, id: location ?? 'all' }];
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
    getAppConfig: { providesTags: ['AppConfig'] },
  },
});

export const {
  useLoginMutation,
  useSignupMutation,
  useLogoutMutation,
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
  useGetAppConfigQuery,
} = api;

export { type CsvFile, reportCsv } from './csv';
export { type ApiError, isApiError } from './errors';
export type {
  AppConfig,
  CashierRow,
  CheckDetail,
  CheckItem,
  CheckPayment,
  CheckSummary,
  DailyFigures,
  DailyRow,
  EmployeeSalesRow,
  HourlyFigures,
  HourlyRow,
  InsideSalesRequest,
  ItemFigures,
  ItemRow,
  LaborRow,
  Location,
  MajorCategoryRow,
  MinorCategoryRow,
  OnlineOrderRow,
  OrderInputTypeRow,
  OrderTypeRow,
  PaymentRow,
  Profile,
  ReportRequest,
  RevenueCenterRow,
  SummaryRow,
  TableRow,
} from './generated';
