import {
  type CampaignOutcomesRequest,
  type RecipientOutcome,
  useGetCampaignOutcomesQuery,
} from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Which recipients: those of a campaign, with an outcome, and the words looked for. */
export type OutcomesAsked = Omit<CampaignOutcomesRequest, 'limit' | 'cursor'>;

/** Recipients of a campaign, in the order in which they are sent to. */
export const outcomePages: PageSource<OutcomesAsked, RecipientOutcome> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetCampaignOutcomesQuery(
      { campaignOutcomesRequest: { ...asked, ...page, limit: PAGE_SIZE } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.outcomeList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};
