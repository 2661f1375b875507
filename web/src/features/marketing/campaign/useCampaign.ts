import { useGetCampaignQuery } from '@/api';
import { isRunning } from '../campaignWords';

/** Milliseconds between two reads of a running campaign, in case the live stream is silent. */
const CHECK_EVERY_MS = 5_000;

/** One campaign. */
export function useCampaign(posID: string, campaignID: string) {
  const args = { campaignRequest: { posID, campaignID } };
  const { currentData, isError, error, refetch } = useGetCampaignQuery(args, {
    refetchOnReconnect: true,
  });
  const campaign = currentData?.body;
  useGetCampaignQuery(args, {
    skip: campaign === undefined || !isRunning(campaign),
    pollingInterval: CHECK_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return {
    campaign,
    failed: currentData === undefined && isError,
    error,
    retry: () => void refetch(),
  };
}
