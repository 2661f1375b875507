import { generatedApi } from './generated';

/** A report answers for one location, or for all of them: it changes when one of those does. */
function report(location: string | undefined) {
  return [{ type: 'Report' as const, id: location ?? 'all' }];
}

function checks(location: string | undefined) {
  return [{ type: 'Checks' as const, id: location ?? 'all' }];
}

/** The generated endpoints with their tags. Hooks are exported from here only. */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    getRestaurantList: { providesTags: ['Locations'] },
    linkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    unlinkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    getDailySalesLabor: { providesTags: (_, __, arg) => report(arg.reportRequest.posID) },
    getHourlyReport: { providesTags: (_, __, arg) => report(arg.reportRequest.posID) },
    getItemsalesReport: { providesTags: (_, __, arg) => report(arg.reportRequest.posID) },
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
  useGetHourlyReportQuery,
  useGetItemsalesReportQuery,
  useGetLastsevendaysReportQuery,
  useGetInsideSalesQuery,
  useGetCheckItemQuery,
  useGetAppConfigQuery,
} = api;

export { type ApiError, isApiError } from './errors';
export type {
  AppConfig,
  CheckDetail,
  CheckItem,
  CheckPayment,
  CheckSummary,
  DailyFigures,
  DailyRow,
  HourlyFigures,
  HourlyRow,
  InsideSalesRequest,
  ItemFigures,
  ItemRow,
  Location,
  Profile,
  ReportRequest,
} from './generated';
