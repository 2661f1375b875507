import { useCallback, useRef, useState } from 'react';
import {
  api,
  type CampaignKind,
  type CampaignPreview,
  type MessageChannel,
  useGetCampaignPreviewMutation,
} from '@/api';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { useAppDispatch } from '@/state/hooks';
import { type CampaignDraft, type Refusal, refusalOf } from './draft';

type Answered<Body> = { body: Body } | { refusal: Refusal };

const { endpoints } = api;

/** The calls that send, by channel and kind. */
const emailCalls = {
  basic: endpoints.sendBasicEmail,
  promotion: endpoints.sendPromotionEmail,
  promoCode: endpoints.sendPromoCodeEmail,
} as const;
const textCalls = {
  basic: endpoints.sendBasicText,
  promotion: endpoints.sendPromotionText,
  promoCode: endpoints.sendPromoCodeText,
} as const;

/**
 * Asks what would become of a campaign, and sends it. However many tries are one campaign, and a form
 * sends one at most.
 */
export function useSendCampaign({
  channel,
  kind,
}: {
  channel: MessageChannel;
  kind: CampaignKind;
}) {
  const dispatch = useAppDispatch();
  const [preview, counting] = useGetCampaignPreviewMutation();
  const [key, setKey] = useState(idempotencyKey);
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const { reset: forgetPreview } = counting;

  const look = useCallback(
    async (draft: CampaignDraft): Promise<Answered<CampaignPreview>> => {
      try {
        const asked = { channel, kind, ...draft };
        const { body } = await preview({ campaignPreviewRequest: asked }).unwrap();
        return { body };
      } catch (error) {
        return { refusal: refusalOf(error, kind) };
      } finally {
        // It holds thousands of addresses.
        forgetPreview();
      }
    },
    [preview, forgetPreview, channel, kind],
  );

  /** The id of the campaign. `null`: it was sent, or is being sent, already. */
  const sendOnce = useCallback(
    async (draft: CampaignDraft): Promise<Answered<string> | null> => {
      if (underWay.current) return null;
      underWay.current = true;
      setSending(true);
      try {
        const { campaignID } =
          channel === 'email'
            ? await dispatch(
                emailCalls[kind].initiate({ emailCampaignRequest: emailOf(draft, key) }, untracked),
              ).unwrap()
            : await dispatch(
                textCalls[kind].initiate({ textCampaignRequest: textOf(draft, key) }, untracked),
              ).unwrap();
        return { body: campaignID };
      } catch (error) {
        underWay.current = false;
        setSending(false);
        const refusal = refusalOf(error, kind);
        if (refusal.alreadySent) setKey(idempotencyKey());
        return { refusal };
      }
    },
    [dispatch, channel, kind, key],
  );

  return { look, looking: counting.isLoading, sendOnce, sending };
}

/** What is sent holds thousands of addresses: the store keeps none of it. */
const untracked = { track: false };

function emailOf({ recipients: _, ...said }: CampaignDraft, idempotencyKey: string) {
  const { emails = [], subject = '', businessName = '' } = said;
  return { ...said, emails, subject, businessName, idempotencyKey };
}

function textOf(
  { posID, body, recipients = [], promoCode }: CampaignDraft,
  idempotencyKey: string,
) {
  return { posID, body, recipients, ...(promoCode && { promoCode }), idempotencyKey };
}
