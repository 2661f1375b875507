import { useGetCampaignQuery } from '@/api';
import { isUnderWay } from '../campaignWords';

/** Milliseconds between two looks at a campaign that is being sent, should the live stream fall silent. */
const LOOK_EVERY = 5_000;

/** One campaign as it is now. */
export function useCampaign(posID: string, campaignID: string) {
  const asked = { campaignRequest: { posID, campaignID } };
  const { currentData, isError, refetch } = useGetCampaignQuery(asked, {
    refetchOnReconnect: true,
  });
  const campaign = currentData?.body;
  useGetCampaignQuery(asked, {
    skip: campaign === undefined || !isUnderWay(campaign),
    pollingInterval: LOOK_EVERY,
    skipPollingIfUnfocused: true,
  });
  return {
    campaign,
    failed: currentData === undefined && isError,
    retry: () => void refetch(),
  };
}
