import { Title } from '@mantine/core';
import type { Reward } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './GuestRewards.module.css';
import { detailOf, messageState, stateOf, titleOf } from './rewardWords';

/** A guest's rewards: first the valid ones, then the others. */
export function GuestRewards({ posID, rewards }: { posID: string; rewards: readonly Reward[] }) {
  const today = useBusinessDate(posID);
  const words = messages.guest;
  const open = rewards.filter((reward) => stateOf(reward, today) === 'open');
  const past = rewards.filter((reward) => stateOf(reward, today) !== 'open');
  return (
    <>
      <Title order={3} className={entries.heading}>
        {words.openRewards}
      </Title>
      {open.length === 0 ? (
        <p className={entries.hint}>{words.noRewards}</p>
      ) : (
        <Rewards label={words.openRewards} rewards={open} today={today} />
      )}
      {past.length > 0 && (
        <>
          <Title order={3} className={entries.heading}>
            {words.pastRewards}
          </Title>
          <Rewards label={words.pastRewards} rewards={past} today={today} />
        </>
      )}
    </>
  );
}

interface RewardsProps {
  label: string;
  rewards: readonly Reward[];
  today: BusinessDate;
}

function Rewards({ label, rewards, today }: RewardsProps) {
  return (
    <ul className={entries.list} aria-label={label}>
      {rewards.map((reward) => (
        <li key={reward.rewardID}>
          <Entry
            title={
              <>
                {titleOf(reward)} <RewardBadge reward={reward} today={today} />
              </>
            }
            detail={detailOf(reward, today)}
          >
            <MessageState reward={reward} />
            {reward.rewardMessage && <q className={classes.quote}>{reward.rewardMessage}</q>}
          </Entry>
        </li>
      ))}
    </ul>
  );
}

/** State of the message about it. */
function MessageState({ reward }: { reward: Reward }) {
  const text = messageState(reward);
  return (
    text !== null && (
      <span className={classes.message} data-well={reward.message?.outcome === 'sent' || undefined}>
        {text}
      </span>
    )
  );
}

function RewardBadge({ reward, today }: { reward: Reward; today: BusinessDate }) {
  const state = stateOf(reward, today);
  if (state === 'redeemed') {
    return <StatusBadge kind="success" label={messages.reward.redeemed} />;
  }
  return state === 'expired' ? <StatusBadge kind="danger" label={messages.reward.expired} /> : null;
}
