import { useCallback, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Location } from '@/api';
import { messages } from '@/lib/messages';
import { CampaignForm, useDraft } from './form/CampaignForm';
import { RECIPIENTS_MAX } from './form/draft';
import { RecipientPicker } from './form/RecipientPicker';
import { useAllRecipients } from './form/useAllRecipients';
import { useSendCampaign } from './form/useSendCampaign';
import { formAt, type CampaignForm as Kind, landingPath } from './kinds';
import { MarketingPage } from './MarketingPage';

/** The part of the page's address that says that recipients are chosen now. */
const PART = 'part';
const RECIPIENTS = 'recipients';

/** The six pages that write a campaign, one for each channel and kind. */
export function Component() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const kind = formAt(pathname);
  if (kind === undefined) {
    return <Navigate to="/" replace />;
  }
  const choosing = params.get(PART) === RECIPIENTS;
  return (
    <MarketingPage
      title={choosing ? messages.recipientPicker.title : kind.title}
      back={choosing ? kind.path : landingPath[kind.channel]}
      settled={choosing}
    >
      {(location) => (
        <Writing key={location.posID} kind={kind} location={location} choosing={choosing} />
      )}
    </MarketingPage>
  );
}

interface WritingProps {
  kind: Kind;
  location: Location;
  /** Recipients are chosen; the form waits. */
  choosing: boolean;
}

const nobody: ReadonlySet<string> = new Set();

function Writing({ kind, location, choosing }: WritingProps) {
  const navigate = useNavigate();
  const form = useDraft(kind);
  // Its key is that of the form, also after other recipients were chosen.
  const sender = useSendCampaign(kind);
  const recipients = useAllRecipients(location.posID, kind.channel);
  const [ids, setIds] = useState(nobody);
  const may = useMemo(
    () => recipients.list.filter(({ exclusion }) => exclusion === null),
    [recipients.list],
  );
  const chosen = useMemo(
    () => may.filter(({ posCustomerID }) => ids.has(posCustomerID)),
    [may, ids],
  );
  const { setErrors } = form;
  const choose = useCallback(
    (next: ReadonlySet<string>) => {
      setIds(next);
      setErrors((before) => ({ ...before, recipients: null }));
    },
    [setErrors],
  );

  const back = () => {
    // The form is the entry before, unless the page was opened here.
    const first = (window.history.state as { idx?: number } | null)?.idx;
    if (first !== undefined && first > 0) void navigate(-1);
    else void navigate({ search: '' }, { replace: true });
  };
  if (choosing) {
    return <RecipientPicker recipients={recipients} chosen={ids} onChange={choose} onDone={back} />;
  }
  return (
    <CampaignForm
      kind={kind}
      location={location}
      form={form}
      sender={sender}
      recipients={recipients}
      chosen={chosen}
      onChooseAll={() =>
        choose(new Set(may.slice(0, RECIPIENTS_MAX).map(({ posCustomerID }) => posCustomerID)))
      }
      onChoose={() => void navigate({ search: `?${PART}=${RECIPIENTS}` })}
    />
  );
}
