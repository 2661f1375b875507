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
 * Previews a campaign's outcome, and sends it. All tries make one campaign, also those of a kept draft by its key, and a form
 * sends one at most.
 */
export function useSendCampaign(
  { channel, kind }: { channel: MessageChannel; kind: CampaignKind },
  keptKey?: string,
) {
  const dispatch = useAppDispatch();
  const [preview, previewCall] = useGetCampaignPreviewMutation();
  const [key, setKey] = useState(() => keptKey ?? idempotencyKey());
  const [sending, setSending] = useState(false);
  const isSent = useRef(false);
  const { reset: forgetPreview } = previewCall;

  const fetchPreview = useCallback(
    async (draft: CampaignDraft): Promise<Answered<CampaignPreview>> => {
      try {
        const request = { channel, kind, ...draft };
        const { body } = await preview({ campaignPreviewRequest: request }).unwrap();
        return { body };
      } catch (error) {
        return { refusal: refusalOf(error, kind) };
      } finally {
        // The request has thousands of addresses: it must not stay in the store.
        forgetPreview();
      }
    },
    [preview, forgetPreview, channel, kind],
  );

  /** The id of the campaign. `null` if it was sent before, or is being sent. */
  const sendOnce = useCallback(
    async (draft: CampaignDraft): Promise<Answered<string> | null> => {
      if (isSent.current) return null;
      isSent.current = true;
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
        isSent.current = false;
        setSending(false);
        const refusal = refusalOf(error, kind);
        if (refusal.alreadySent) setKey(idempotencyKey());
        return { refusal };
      }
    },
    [dispatch, channel, kind, key],
  );

  return { key, fetchPreview, previewing: previewCall.isLoading, sendOnce, sending };
}

/** The request has thousands of addresses: it does not stay in the store. */
const untracked = { track: false };

function emailOf({ recipients: _, ...contents }: CampaignDraft, idempotencyKey: string) {
  const { emails = [], subject = '', businessName = '' } = contents;
  return { ...contents, emails, subject, businessName, idempotencyKey };
}

function textOf(
  { emails: _, subject: __, businessName: ___, website: ____, ...contents }: CampaignDraft,
  idempotencyKey: string,
) {
  const { recipients = [] } = contents;
  return { ...contents, recipients, idempotencyKey };
}
