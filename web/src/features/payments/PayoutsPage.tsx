import { useCallback, useMemo } from 'react';
import type { Location } from '@/api';
import { Columns } from '@/components/details/Columns';
import { useAddress } from '@/components/navigation/useAddress';
import { useWide } from '@/components/navigation/useWide';
import { AsOf } from '@/components/payments/AsOf';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import classes from './Money.module.css';
import { MoneyPage } from './MoneyPage';
import { PayoutPane, PayoutSheet } from './payouts/PayoutDetails';
import { PayoutList } from './payouts/PayoutList';
import { type PayoutId, type PayoutSearch, useAsOfPayouts } from './payouts/payoutPages';

/** /stripe-payouts: what the card provider sends to the bank of one location. */
export function Component() {
  return (
    <MoneyPage title={messages.tiles.stripePayouts}>
      {(location) => <Payouts key={location.posID} location={location} />}
    </MoneyPage>
  );
}

function Payouts({ location }: { location: Location }) {
  const { posID, timeZone } = location;
  const signedIn = useSignedIn();
  const wide = useWide();
  const { params, put } = useAddress();
  const search = useMemo<PayoutSearch>(() => ({ posID }), [posID]);
  const payout = payoutOf(params);
  const open = useCallback(
    ({ id, at }: PayoutId) => put({ payout: id, at: at === null ? null : String(at) }),
    [put],
  );
  const close = useCallback(() => put({ payout: null, at: null }), [put]);
  if (!signedIn) {
    return null;
  }
  return (
    <>
      <Newest search={search} />
      <Columns wide={wide} className={classes.columns}>
        <PayoutList search={search} timeZone={timeZone} opened={payout?.id ?? null} onOpen={open} />
        {wide && <PayoutPane location={location} payout={payout} />}
      </Columns>
      {!wide && <PayoutSheet location={location} payout={payout} onClose={close} />}
    </>
  );
}

function Newest({ search }: { search: PayoutSearch }) {
  return <AsOf seconds={useAsOfPayouts(search)} />;
}

/** The opened payout, as the address says it. */
function payoutOf(params: URLSearchParams): PayoutId | null {
  const id = params.get('payout');
  const at = Number(params.get('at') ?? Number.NaN);
  return id === null ? null : { id, at: Number.isSafeInteger(at) ? at : null };
}
