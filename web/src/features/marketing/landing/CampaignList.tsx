import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { api, type Campaign, type CampaignsRequest, type MessageChannel } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { type Asked, ListRow, PagedRows, pagesOf, SecondLine } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { besides, detailOf, isUnderWay, settledShare, stateBadge, titleOf } from '../campaignWords';
import { campaignPath } from '../kinds';
import classes from './Landing.module.css';

type CampaignsAsked = Asked<CampaignsRequest>;

/** Campaigns, newest first. */
const campaigns = pagesOf({
  call: api.endpoints.getCampaigns,
  ask: (campaignsRequest: CampaignsRequest) => ({ campaignsRequest }),
  rows: ({ campaignList }) => campaignList,
});

const words = messages.campaignList;

/** What was sent by a channel, newest first. */
export function CampaignList({ posID, channel }: { posID: string; channel: MessageChannel }) {
  const navigate = useNavigate();
  const asked = useMemo<CampaignsAsked>(() => ({ posID, channel }), [posID, channel]);
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {words.label}
      </Title>
      <PagedRows
        label={words.label}
        source={campaigns}
        asked={asked}
        skeleton={4}
        empty={<EmptySection text={words.none} next={words.noneNext} />}
        end={words.end}
        render={(campaign) => (
          <CampaignRow
            campaign={campaign}
            onOpen={() => void navigate(campaignPath(channel, campaign.campaignID))}
          />
        )}
      />
    </section>
  );
}

/** A campaign: what it says and when, how far it is, what became of it. */
function CampaignRow({ campaign, onOpen }: { campaign: Campaign; onOpen: () => void }) {
  const { sent, recipients } = campaign;
  const running = isUnderWay(campaign);
  const rest = besides(campaign);
  return (
    <ListRow
      title={
        <>
          <span className={`prose ${classes.name}`}>{titleOf(campaign)}</span>
          {campaign.state !== 'finished' && <StatusBadge {...stateBadge(campaign)} />}
        </>
      }
      detail={
        <>
          {detailOf(campaign)}
          {rest !== '' && <SecondLine text={rest} />}
        </>
      }
      value={
        running
          ? words.of(formatCount(sent), formatCount(recipients))
          : words.sent(formatCount(sent))
      }
      {...(running && { share: settledShare(campaign) })}
      onClick={onOpen}
    />
  );
}
