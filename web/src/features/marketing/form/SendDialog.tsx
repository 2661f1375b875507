import { IconMail, IconMessage } from '@tabler/icons-react';
import type { CampaignPreview, MessageChannel } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { useAtLocation } from '@/components/location/atLocation';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { exclusionText } from '../campaignWords';
import classes from './CampaignForm.module.css';

const words = messages.campaignAsk;

interface SendDialogProps {
  posID: string;
  channel: MessageChannel;
  opened: boolean;
  /** The expected outcome for all recipients. */
  outlook: CampaignPreview | null;
  busy: boolean;
  onAccept: () => void;
  onReject: () => void;
}

/** The final question: numbers of recipients, of excluded ones with reasons, and of those who wait until morning. */
export function SendDialog({ posID, channel, opened, outlook, ...rest }: SendDialogProps) {
  const at = useAtLocation(posID);
  const email = channel === 'email';
  return (
    <ConfirmDialog
      sends
      opened={opened}
      icon={email ? IconMail : IconMessage}
      header={email ? messages.marketing.emailQuestion : messages.marketing.textQuestion}
      description={outlook && <Outlook channel={channel} outlook={outlook} at={at} />}
      accept={messages.campaignForm.send}
      {...rest}
    />
  );
}

interface OutlookProps {
  channel: MessageChannel;
  outlook: CampaignPreview;
  /** The location, as of `useAtLocation`. */
  at: string;
}

function Outlook({ channel, outlook, at }: OutlookProps) {
  const { recipients, excluded, quiet, subject, text, totalSegments, cost } = outlook;
  const without = excluded.filter(({ count }) => count > 0);
  const says = channel === 'email' ? subject : text.split('\n', 1)[0];
  return (
    <>
      {/* The question itself has the specification's words. */}
      {at !== '' && <p className={classes.of}>{`${words.campaign}${at}`}</p>}
      {says && <p className={classes.says}>{says}</p>}
      <span className={classes.big}>{formatCount(recipients)}</span>
      {recipients === 1 ? words.willReceiveOne : words.willReceive}
      {without.length === 0 ? (
        <p className={classes.waits}>{words.noneExcluded}</p>
      ) : (
        <ul className={classes.reasons} aria-label={words.excluded}>
          {without.map(({ exclusion, count }) => (
            <li key={exclusion} className={classes.reason}>
              <span>
                {words.excluded}: {exclusionText(exclusion).toLowerCase()}
              </span>
              <span>{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {channel === 'text' && (
        <p className={classes.waits}>
          {cost === null
            ? words.texts(formatCount(totalSegments))
            : words.cost(formatMoney(cost), formatCount(totalSegments))}
        </p>
      )}
      {quiet > 0 && (
        <p className={classes.waits} data-caution>
          {quiet === 1 ? words.quietOne : words.quiet(formatCount(quiet))}
        </p>
      )}
    </>
  );
}
