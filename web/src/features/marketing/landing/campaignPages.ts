import { type Campaign, type MessageChannel, useGetCampaignsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Which campaigns. */
export interface CampaignsAsked {
  sessionID: string;
  posID: string;
  channel: MessageChannel;
}

/** Campaigns, newest first. */
export const campaignPages: PageSource<CampaignsAsked, Campaign> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetCampaignsQuery(
      { campaignsRequest: { ...asked, ...page, limit: PAGE_SIZE } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.campaignList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};
