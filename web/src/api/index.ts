import { generatedApi } from './generated';

/** The generated endpoints with their tags. Hooks are exported from here only. */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    getRestaurantList: { providesTags: ['Locations'] },
    linkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    unlinkRestaurant: { invalidatesTags: ['Locations', 'Report', 'Checks'] },
    getDailySalesLabor: { providesTags: ['Report'] },
    getHourlyReport: { providesTags: ['Report'] },
    getItemsalesReport: { providesTags: ['Report'] },
    getLastsevendaysReport: { providesTags: ['Report'] },
    getInsideSales: { providesTags: ['Checks'] },
    getCheckItem: { providesTags: ['Checks'] },
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
