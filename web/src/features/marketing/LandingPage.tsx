import { useLocation } from 'react-router';
import { messages } from '@/lib/messages';
import { channelAt } from './kinds';
import { CampaignList } from './landing/CampaignList';
import { DraftList } from './landing/DraftList';
import { KindChoices } from './landing/KindChoices';
import { MarketingPage } from './MarketingPage';

const { emailMarketing, textMarketing } = messages.tiles;

/** /email-marketing and /text-marketing: the forms, and the sent campaigns. */
export function Component() {
  const channel = channelAt(useLocation().pathname);
  return (
    <MarketingPage title={channel === 'email' ? emailMarketing : textMarketing} back="/more">
      {({ posID }) => (
        <>
          <KindChoices channel={channel} />
          <DraftList posID={posID} channel={channel} />
          <CampaignList key={posID} posID={posID} channel={channel} />
        </>
      )}
    </MarketingPage>
  );
}
