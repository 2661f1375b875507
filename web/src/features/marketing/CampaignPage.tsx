import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Location, MessageChannel } from '@/api';
import { Redirect } from '@/components/navigation/Redirect';
import { useWide } from '@/components/navigation/useWide';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { CampaignContents } from './campaign/CampaignContents';
import { CampaignTask, type Task } from './campaign/CampaignTask';
import { OutcomeList } from './campaign/OutcomeList';
import { Progress } from './campaign/Progress';
import { PromoResult } from './campaign/PromoResult';
import { useCampaign } from './campaign/useCampaign';
import { campaignPath, channelAt, landingPath } from './kinds';
import classes from './Marketing.module.css';
import { MarketingPage } from './MarketingPage';

/** One campaign: progress, results and recipients. */
export function Component() {
  const { campaignID = '' } = useParams();
  const channel = channelAt(useLocation().pathname);
  return (
    <MarketingPage title={messages.campaignPage.title} back={landingPath[channel]} settled>
      {(location) => (
        <OneCampaign
          key={location.posID}
          location={location}
          channel={channel}
          campaignID={campaignID}
        />
      )}
    </MarketingPage>
  );
}

interface OneCampaignProps {
  location: Location;
  channel: MessageChannel;
  campaignID: string;
}

function OneCampaign({ location: { posID }, channel, campaignID }: OneCampaignProps) {
  const wide = useWide();
  const [task, setTask] = useState<Task | null>(null);
  const { campaign, failed, error, retry } = useCampaign(posID, campaignID);
  if (campaign === undefined) {
    return failed ? (
      <PageError error={error} text={messages.campaignPage.failed} onRetry={retry} />
    ) : (
      <ListSkeleton rows={6} />
    );
  }
  if (campaign.channel !== channel) {
    // A link here may name the other channel.
    return <Redirect to={campaignPath(campaign.channel, campaignID)} />;
  }
  const about = (
    <div className={classes.about}>
      <Progress campaign={campaign} onTask={setTask} />
      {campaign.result !== null && <PromoResult result={campaign.result} />}
      <CampaignContents campaign={campaign} />
    </div>
  );
  return (
    <div className={classes.columns} data-wide={wide || undefined}>
      {!wide && about}
      <OutcomeList campaign={campaign} />
      {wide && about}
      <CampaignTask campaign={campaign} task={task} onClose={() => setTask(null)} />
    </div>
  );
}
