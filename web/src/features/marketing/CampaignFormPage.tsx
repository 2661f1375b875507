import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type Location as Address,
  Navigate,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import type { Location } from '@/api';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { messages } from '@/lib/messages';
import { CampaignForm, isBegun, useDraft } from './form/CampaignForm';
import { RECIPIENTS_MAX } from './form/draft';
import { RecipientPicker } from './form/RecipientPicker';
import { useAllRecipients } from './form/useAllRecipients';
import { useSendCampaign } from './form/useSendCampaign';
import { formAt, type CampaignForm as Kind, landingPath } from './kinds';
import { MarketingPage } from './MarketingPage';

/** The part of the page's address that says that recipients are chosen now. */
const PART = 'part';
const RECIPIENTS = 'recipients';

const { discardQuestion, unsent } = messages.campaignForm;
const discarding = { header: discardQuestion, description: unsent };

/** Choosing recipients is a part of the form. */
const leavesForm = (from: Address, to: Address) => from.pathname !== to.pathname;

/** The six pages that write a campaign, one for each channel and kind. */
export function Component() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const kind = formAt(pathname);
  const { setUnsaved, ask, dialog } = useLeaveGuard(leavesForm, discarding);
  if (kind === undefined) {
    return <Navigate to="/" replace />;
  }
  const choosing = params.get(PART) === RECIPIENTS;
  return (
    <>
      <MarketingPage
        title={choosing ? messages.recipientPicker.title : kind.title}
        back={choosing ? kind.path : landingPath[kind.channel]}
        settled={choosing}
        beforeChange={ask}
      >
        {(location) => (
          <Writing
            key={location.posID}
            kind={kind}
            location={location}
            choosing={choosing}
            setUnsaved={setUnsaved}
          />
        )}
      </MarketingPage>
      {dialog}
    </>
  );
}

interface WritingProps {
  kind: Kind;
  location: Location;
  /** Recipients are chosen; the form waits. */
  choosing: boolean;
  /** Told whether there is what would be lost. */
  setUnsaved: (unsaved: boolean) => void;
}

const nobody: ReadonlySet<string> = new Set();

function Writing({ kind, location, choosing, setUnsaved }: WritingProps) {
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

  const begun = ids.size > 0 || isBegun(form);
  useEffect(() => {
    setUnsaved(begun);
    return () => setUnsaved(false);
  }, [setUnsaved, begun]);

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
      onSent={() => setUnsaved(false)}
    />
  );
}
