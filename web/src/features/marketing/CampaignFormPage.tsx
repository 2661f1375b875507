import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { api, type Location, type RecipientsRequest } from '@/api';
import { pagesOf, useAllRows } from '@/components/data-list';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { Redirect } from '@/components/navigation/Redirect';
import { messages } from '@/lib/messages';
import { CampaignForm, isBegun, useDraft } from './form/CampaignForm';
import { RECIPIENTS_MAX } from './form/draft';
import { RecipientPicker } from './form/RecipientPicker';
import { useSendCampaign } from './form/useSendCampaign';
import { formAt, type CampaignForm as Kind, landingPath } from './kinds';
import { MarketingPage } from './MarketingPage';

/** The part of the page's address for choosing recipients. */
const PART = 'part';
const RECIPIENTS = 'recipients';

const { discardQuestion, unsent } = messages.campaignForm;
const discarding = { header: discardQuestion, description: unsent };

/** The guests of a location: a campaign names each of its recipients. */
const guests = pagesOf({
  call: api.endpoints.getMarketingRecipients,
  args: (recipientsRequest: RecipientsRequest) => ({ recipientsRequest }),
  rows: ({ recipientList }) => recipientList,
});

/** The six pages with the form of a campaign, one for each channel and kind. */
export function Component() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const kind = formAt(pathname);
  const { setUnsaved, ask, dialog } = useLeaveGuard(discarding);
  if (kind === undefined) {
    return <Redirect to="/" />;
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
  /** Whether recipients are being chosen. */
  choosing: boolean;
  /** Called with whether there are unsaved changes. */
  setUnsaved: (unsaved: boolean) => void;
}

const noRecipients: ReadonlySet<string> = new Set();

function Writing({ kind, location, choosing, setUnsaved }: WritingProps) {
  const navigate = useNavigate();
  const form = useDraft(kind);
  // Keeps the form's key, also after other recipients were chosen.
  const sender = useSendCampaign(kind);
  const { posID } = location;
  const { channel } = kind;
  const filter = useMemo(() => ({ posID, channel }), [posID, channel]);
  const recipients = useAllRows(guests, filter);
  const [ids, setIds] = useState(noRecipients);
  const may = useMemo(
    () => recipients.rows.filter(({ exclusion }) => exclusion === null),
    [recipients.rows],
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
    // The form is the history entry before, unless the page was opened here.
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
