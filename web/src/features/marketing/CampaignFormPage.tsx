import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { api, failureText, type GuestSegment, type Location, type RecipientsRequest } from '@/api';
import { loadAll, pagesOf, useAllRows } from '@/components/data-list';
import { guestPages } from '@/components/guest-filter';
import { Redirect } from '@/components/navigation/Redirect';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import { CampaignForm } from './form/CampaignForm';
import { RECIPIENTS_MAX } from './form/draft';
import { keptDraft } from './form/kept/keptDrafts';
import { useKeptDraft } from './form/kept/useKeptDraft';
import { RecipientPicker } from './form/recipients/RecipientPicker';
import { isBegun, useDraft } from './form/useDraft';
import { useSendCampaign } from './form/useSendCampaign';
import { formAt, type CampaignForm as Kind, landingPath } from './kinds';
import { MarketingPage } from './MarketingPage';

/** The part of the page's address for choosing recipients. */
const PART = 'part';
const RECIPIENTS = 'recipients';

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
  if (kind === undefined) {
    return <Redirect to="/" />;
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
  /** Whether recipients are being chosen. */
  choosing: boolean;
}

function Writing({ kind, location, choosing }: WritingProps) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { posID } = location;
  const [kept] = useState(() => keptDraft(posID, kind.path));
  const form = useDraft(kind, posID, kept);
  // Keeps the form's key, also after other recipients were chosen.
  const sender = useSendCampaign(kind, kept?.key);
  const { channel } = kind;
  const filter = useMemo(() => ({ posID, channel }), [posID, channel]);
  const recipients = useAllRows(guests, filter);
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(kept?.recipients));
  const may = useMemo(
    () => recipients.rows.filter(({ exclusion }) => exclusion === null),
    [recipients.rows],
  );
  const chosen = useMemo(
    () => may.filter(({ posCustomerID }) => ids.has(posCustomerID)),
    [may, ids],
  );
  const { setErrors } = form;
  const [group, setGroup] = useState<GuestSegment | null>(null);
  const choose = useCallback(
    (next: ReadonlySet<string>, of: GuestSegment | null = null) => {
      setGroup(of);
      setIds(next);
      setErrors((before) => ({ ...before, recipients: null }));
    },
    [setErrors],
  );

  const chooseGroup = async (segment: GuestSegment) => {
    try {
      // The recipients may still be on their way when a group is tapped.
      const [members, all] = await Promise.all([
        loadAll(dispatch, guestPages, { posID, segment }),
        loadAll(dispatch, guests, filter),
      ]);
      const found = new Set(members.map(({ posCustomerID }) => posCustomerID));
      const reachable = all.filter(
        ({ exclusion, posCustomerID }) => exclusion === null && found.has(posCustomerID),
      );
      choose(
        new Set(reachable.slice(0, RECIPIENTS_MAX).map(({ posCustomerID }) => posCustomerID)),
        segment,
      );
      if (reachable.length === 0) {
        setErrors((before) => ({ ...before, recipients: messages.campaignForm.noneInGroup }));
      }
    } catch (error) {
      const detail = failureText(error, messages.customers.failed);
      showToast({ severity: 'error', detail });
    }
  };

  const held = {
    begun: ids.size > 0 || isBegun(form),
    values: { ...form.values.values },
    items: form.itemIDs,
    recipients: [...ids],
    key: sender.key,
  };
  const drop = useKeptDraft(posID, kind.path, held);
  const discard = () => {
    choose(new Set());
    form.reset();
    drop();
  };

  const back = () => {
    // The form is the history entry before, unless the page was opened here.
    const first = (window.history.state as { idx?: number } | null)?.idx;
    if (first !== undefined && first > 0) void navigate(-1);
    else void navigate({ search: '' }, { replace: true });
  };
  if (choosing) {
    return (
      <RecipientPicker
        posID={posID}
        recipients={recipients}
        chosen={ids}
        onChange={choose}
        onDone={back}
      />
    );
  }
  return (
    <CampaignForm
      kind={kind}
      location={location}
      form={form}
      sender={sender}
      recipients={recipients}
      chosen={chosen}
      expected={ids.size}
      onChooseAll={() =>
        choose(new Set(may.slice(0, RECIPIENTS_MAX).map(({ posCustomerID }) => posCustomerID)))
      }
      group={group}
      onChooseGroup={(segment) => void chooseGroup(segment)}
      onChoose={() => void navigate({ search: `?${PART}=${RECIPIENTS}` })}
      begun={held.begun}
      onSent={drop}
      onDiscard={discard}
    />
  );
}
