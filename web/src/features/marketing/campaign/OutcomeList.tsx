import { Title, UnstyledButton } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import {
  api,
  type Campaign,
  type CampaignOutcomesRequest,
  type Outcome,
  type RecipientOutcome,
  sessionCall,
} from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { type ListFilter, ListRow, PagedRows, pagesOf } from '@/components/data-list';
import { FileMenu } from '@/components/export/FileMenu';
import { SEARCH_MAX, SearchBox } from '@/components/list/SearchBox';
import { useAddress } from '@/components/navigation/useAddress';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { outcomeBadge, personName, secondaryAddress } from '../campaignWords';
import classes from './Campaign.module.css';

type OutcomeFilter = ListFilter<CampaignOutcomesRequest>;

/** Recipients of a campaign in sending order. */
const outcomePages = pagesOf({
  call: api.endpoints.getCampaignOutcomes,
  args: (campaignOutcomesRequest: CampaignOutcomesRequest) => ({ campaignOutcomesRequest }),
  rows: ({ outcomeList }) => outcomeList,
});

const words = messages.campaignPage;

const OUTCOME = 'outcome';
const outcomes = ['sent', 'failed', 'unknown', 'excluded', 'waiting', 'sending'] as const;

const sameCampaign = (before: OutcomeFilter, now: OutcomeFilter) =>
  before.campaignID === now.campaignID;

/** Recipients with their outcome, filtered by outcome and search words. */
export function OutcomeList({ campaign }: { campaign: Campaign }) {
  const { posID, campaignID } = campaign;
  const [search, setSearch] = useState('');
  const { outcome, show } = useShownOutcome();
  const filter = useMemo<OutcomeFilter>(
    () => ({
      posID,
      campaignID,
      ...(outcome !== null && { outcome }),
      ...(search !== '' && { search }),
    }),
    [posID, campaignID, outcome, search],
  );
  const file = useMemo(
    () => ({ url: sessionCall('get-campaign-outcomes'), body: filter }),
    [filter],
  );
  const onSearch = useCallback((typed: string) => setSearch(typed), []);
  return (
    <section className={classes.list}>
      <Title order={2} className={classes.heading}>
        {words.recipients}
      </Title>
      <SearchBox
        label={messages.recipientPicker.label}
        placeholder={messages.recipientPicker.placeholder}
        value={search}
        onSearch={onSearch}
        maxLength={SEARCH_MAX}
        menu={<FileMenu request={file} name="campaign-outcomes.csv" />}
      />
      <Filter campaign={campaign} shown={outcome} onShow={show} />
      <PagedRows
        label={words.recipients}
        source={outcomePages}
        filter={filter}
        staysFor={sameCampaign}
        empty={
          <EmptySection text={search === '' ? words.noOutcomes : messages.marketing.noMatch} />
        }
        end={words.end}
        render={(row) => <Row row={row} />}
      />
    </section>
  );
}

/** The outcome that the address names. */
function useShownOutcome() {
  const { params, put } = useAddress();
  const named = params.get(OUTCOME);
  const show = useCallback((next: Outcome | null) => put({ [OUTCOME]: next }), [put]);
  return { outcome: outcomes.find((one) => one === named) ?? null, show };
}

interface FilterProps {
  campaign: Campaign;
  /** `null`: all. */
  shown: Outcome | null;
  onShow: (outcome: Outcome | null) => void;
}

/** The outcomes with counts. */
function Filter({ campaign, shown, onShow }: FilterProps) {
  const choices = [null, ...outcomes.filter((one) => campaign[one] > 0 || one === shown)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would show.
    <div role="group" aria-label={words.filter} className={classes.chips}>
      {choices.map((one) => (
        <UnstyledButton
          key={one ?? ''}
          aria-pressed={one === shown}
          className={classes.chip}
          onClick={() => onShow(one)}
        >
          {messages.outcome[one ?? 'all']}{' '}
          <span className={classes.chipCount}>
            {formatCount(one === null ? campaign.recipients : campaign[one])}
          </span>
        </UnstyledButton>
      ))}
    </div>
  );
}

/** A recipient: name and address left, outcome right. */
function Row({ row }: { row: RecipientOutcome }) {
  const forgotten = row.address === null;
  return (
    <ListRow
      title={
        <span className={forgotten ? classes.forgotten : `prose ${classes.name}`}>
          {forgotten ? words.erased : personName(row)}
        </span>
      }
      detail={
        <>
          {secondaryAddress(row)}
          {row.reason && <span className={classes.reason}>{row.reason}</span>}
        </>
      }
      value={<StatusBadge {...outcomeBadge(row)} />}
      note={noteOf(row)}
    />
  );
}

function noteOf({ at, optedOut, outcome }: RecipientOutcome): string {
  const when = at !== null && outcome !== 'excluded' ? formatTime(at) : '';
  return [when, optedOut ? words.optedOutAfter : ''].filter(Boolean).join(' · ');
}
