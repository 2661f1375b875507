import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { api, type Campaign, type CampaignsRequest, type MessageChannel, sessionCall } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { type ListFilter, ListRow, PagedRows, pagesOf, SecondLine } from '@/components/data-list';
import { FileRow } from '@/components/export/FileRow';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import {
  detailOf,
  isRunning,
  otherOutcomes,
  settledShare,
  stateBadge,
  titleOf,
} from '../campaignWords';
import { campaignPath } from '../kinds';
import classes from './Landing.module.css';

type CampaignFilter = ListFilter<CampaignsRequest>;

/** Campaigns, newest first. */
const campaigns = pagesOf({
  call: api.endpoints.getCampaigns,
  args: (campaignsRequest: CampaignsRequest) => ({ campaignsRequest }),
  rows: ({ campaignList }) => campaignList,
  keyOf: ({ campaignID }) => campaignID,
});

const words = messages.campaignList;

/** Campaigns of a channel, newest first. */
export function CampaignList({ posID, channel }: { posID: string; channel: MessageChannel }) {
  const navigate = useNavigate();
  const filter = useMemo<CampaignFilter>(() => ({ posID, channel }), [posID, channel]);
  const file = useMemo(() => ({ url: sessionCall('get-campaigns'), body: filter }), [filter]);
  return (
    <section>
      <FileRow request={file} name="campaigns.csv">
        <Title order={2} className={classes.heading}>
          {words.label}
        </Title>
      </FileRow>
      <PagedRows
        label={words.label}
        source={campaigns}
        filter={filter}
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

/** A campaign: title, time, progress and outcomes. */
function CampaignRow({ campaign, onOpen }: { campaign: Campaign; onOpen: () => void }) {
  const { sent, recipients } = campaign;
  const running = isRunning(campaign);
  const rest = otherOutcomes(campaign);
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
