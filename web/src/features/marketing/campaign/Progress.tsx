import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Campaign } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { dayAndTime, exclusionText, isRunning, settledShare, stateBadge } from '../campaignWords';
import classes from './Campaign.module.css';
import type { Task } from './CampaignTask';

const words = messages.campaignPage;

interface ProgressProps {
  campaign: Campaign;
  onTask: (task: Task) => void;
}

/** Progress of a campaign: one number, a bar, and counts that add up to the recipients. */
export function Progress({ campaign, onTask }: ProgressProps) {
  const { sent, recipients, createdBy, createdAt, finishedAt } = campaign;
  return (
    <Card label={words.progress}>
      <div className={classes.top}>
        <p className={classes.number}>
          <span className={classes.big}>{formatCount(sent)}</span>{' '}
          {words.sentOf(formatCount(recipients))}
        </p>
        <StatusBadge {...stateBadge(campaign)} />
      </div>
      <Bar campaign={campaign} />
      <Buttons campaign={campaign} onTask={onTask} />
      <Counts campaign={campaign} />
      <p className={classes.hint}>
        {words.sentBy(createdBy, dayAndTime(createdAt))}
        {finishedAt !== null && <> · {words.finishedAt(dayAndTime(finishedAt))}</>}
      </p>
    </Card>
  );
}

/** Outcomes of the bar, in its order. */
const parts = ['sent', 'failed', 'unknown', 'excluded'] as const;

function Bar({ campaign }: { campaign: Campaign }) {
  const { recipients } = campaign;
  return (
    <div
      role="progressbar"
      aria-label={words.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(settledShare(campaign) * 100)}
      className={classes.bar}
    >
      {parts.map((part) => (
        <span
          key={part}
          data-part={part}
          style={{ flexGrow: recipients === 0 ? 0 : campaign[part] / recipients }}
        />
      ))}
      <span
        style={{
          flexGrow: recipients === 0 ? 1 : (campaign.waiting + campaign.sending) / recipients,
        }}
      />
    </div>
  );
}

function Buttons({ campaign, onTask }: ProgressProps) {
  if (!isRunning(campaign)) {
    return null;
  }
  return (
    <div className={classes.buttons}>
      {campaign.state === 'paused' ? (
        <Button
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => onTask('resume')}
        >
          {words.resume}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => onTask('pause')}
        >
          {words.pause}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        onClick={() => onTask('stop')}
      >
        {words.stop}
      </Button>
    </div>
  );
}

/** All counts above 0, and their sum. */
function Counts({ campaign }: { campaign: Campaign }) {
  const { outcome } = messages;
  const { recipients, exclusions, optedOut, quiet, unknown, segments, cost, channel } = campaign;
  const counts = (['sent', 'sending', 'waiting', 'failed', 'unknown', 'excluded'] as const).filter(
    (part) => part === 'sent' || campaign[part] > 0,
  );
  return (
    <>
      <dl className={classes.counts}>
        {counts.map((part) => (
          <div key={part} className={classes.count}>
            <dt>
              <span className={classes.dot} data-part={part} aria-hidden />
              {outcome[part]}
              {part === 'excluded' &&
                exclusions.map((why) => (
                  <span key={why.exclusion} className={classes.why}>
                    {exclusionText(why.exclusion)}: {formatCount(why.count)}
                  </span>
                ))}
            </dt>
            <dd>{formatCount(campaign[part])}</dd>
          </div>
        ))}
        <div className={classes.count} data-sum>
          <dt>{words.recipients}</dt>
          <dd>{formatCount(recipients)}</dd>
        </div>
        {optedOut > 0 && (
          <div className={classes.count}>
            <dt>{words.optedOut}</dt>
            <dd>{formatCount(optedOut)}</dd>
          </div>
        )}
        {channel === 'text' && segments > 0 && (
          <div className={classes.count}>
            <dt>{words.segments}</dt>
            <dd>{formatCount(segments)}</dd>
          </div>
        )}
        {cost !== null && cost > 0 && (
          <div className={classes.count}>
            <dt>{words.cost}</dt>
            <dd>{formatMoney(cost)}</dd>
          </div>
        )}
      </dl>
      {quiet > 0 && (
        <p className={classes.caution}>
          {quiet === 1 ? words.quietOne : words.quiet(formatCount(quiet))}
        </p>
      )}
      {unknown > 0 && <p className={classes.hint}>{words.unknownHint}</p>}
    </>
  );
}
