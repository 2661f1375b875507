import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Location } from '@/api';
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
import { channelAt, landingPath } from './kinds';
import classes from './Marketing.module.css';
import { MarketingPage } from './MarketingPage';

/** One campaign: how far it is, what became of it, and who got it. */
export function Component() {
  const { campaignID = '' } = useParams();
  const channel = channelAt(useLocation().pathname);
  return (
    <MarketingPage title={messages.campaignPage.title} back={landingPath[channel]} settled>
      {(location) => (
        <OneCampaign key={location.posID} location={location} campaignID={campaignID} />
      )}
    </MarketingPage>
  );
}

function OneCampaign({
  location: { posID },
  campaignID,
}: {
  location: Location;
  campaignID: string;
}) {
  const wide = useWide();
  const [task, setTask] = useState<Task | null>(null);
  const { campaign, failed, retry } = useCampaign(posID, campaignID);
  if (campaign === undefined) {
    return failed ? (
      <PageError text={messages.campaignPage.failed} onRetry={retry} />
    ) : (
      <ListSkeleton rows={6} />
    );
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
