import { Button } from '@mantine/core';
import { failureText, useSendCampaignTestMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import type { CampaignForm as Kind } from '../kinds';
import classes from './CampaignForm.module.css';
import { type CampaignDraft, type Refusal, refusalOf } from './draft';

const words = messages.campaignTest;

interface TestButtonProps {
  kind: Kind;
  /** The message now, without recipients. */
  draftOf: () => CampaignDraft;
  /** Whether the message can be sent; shows what is wrong with it. */
  check: () => boolean;
  onRefused: (refusal: Refusal) => void;
}

/** Sends the message to the signed-in person, to see it as a guest would. */
export function TestButton({
  kind: { channel, kind },
  draftOf,
  check,
  onRefused,
}: TestButtonProps) {
  const online = useOnline();
  const [sendTest, { isLoading }] = useSendCampaignTestMutation();
  const send = async () => {
    if (!check()) return;
    try {
      const campaignTestRequest = { channel, kind, ...draftOf() };
      const { body } = await sendTest({ campaignTestRequest }).unwrap();
      showToast({ severity: 'success', detail: words.sent(body.sentTo) });
    } catch (error) {
      const refusal = refusalOf(error, kind);
      if (refusal.at === null) {
        showToast({ severity: 'error', detail: refusal.text ?? failureText(error, words.failed) });
      } else {
        onRefused(refusal);
      }
    }
  };
  return (
    <Button
      variant="default"
      className={classes.test}
      loading={isLoading}
      disabled={!online}
      onClick={() => void send()}
    >
      {channel === 'email' ? words.email : words.text}
    </Button>
  );
}
