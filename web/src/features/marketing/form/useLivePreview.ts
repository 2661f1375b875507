import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import {
  api,
  type CampaignKind,
  type CampaignPreview,
  isApiError,
  type MessageChannel,
} from '@/api';
import { useAppDispatch } from '@/state/hooks';
import type { CampaignDraft } from './draft';

/** Milliseconds without a change before the preview is made. */
const PREVIEW_DEBOUNCE_MS = 400;

const REFUSED = 400;

export interface LivePreview {
  /** The newest preview. */
  preview: CampaignPreview | null;
  /** The call failed. Refused values are shown at their field of the form. */
  failed: boolean;
  error?: unknown;
}

/** The preview, made by the service from the typed values after a pause in typing. */
export function useLivePreview(
  { channel, kind }: { channel: MessageChannel; kind: CampaignKind },
  draft: CampaignDraft,
): LivePreview {
  const dispatch = useAppDispatch();
  const [settled] = useDebouncedValue(JSON.stringify(draft), PREVIEW_DEBOUNCE_MS);
  const [shown, setShown] = useState<LivePreview>({ preview: null, failed: false });

  useEffect(() => {
    let wanted = true;
    const campaignPreviewRequest = {
      channel,
      kind,
      ...(JSON.parse(settled) as CampaignDraft),
    };
    const call = dispatch(
      api.endpoints.getCampaignPreview.initiate({ campaignPreviewRequest }, { track: false }),
    );
    call.unwrap().then(
      ({ body }) => {
        if (wanted) setShown({ preview: body, failed: false });
      },
      (error: unknown) => {
        const refused = isApiError(error) && error.status === REFUSED;
        if (wanted) setShown(({ preview }) => ({ preview, failed: !refused, error }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [dispatch, channel, kind, settled]);

  return shown;
}
