import { useCallback, useMemo } from 'react';
import type { Location } from '@/api';
import { Columns } from '@/components/details/Columns';
import { FileRow } from '@/components/export/FileRow';
import { useAddress } from '@/components/navigation/useAddress';
import { AsOf } from '@/components/payments/AsOf';
import { areOthers } from '@/components/payments/processor';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import classes from './Money.module.css';
import { MoneyPage } from './MoneyPage';
import { PayoutDetails } from './payouts/PayoutDetails';
import { type PayoutFilter, type PayoutId, PayoutList, payouts } from './payouts/PayoutList';

/** /stripe-payouts: payouts of card processors to the bank of one location. */
export function Component() {
  return (
    <MoneyPage title={messages.moneyTab.payouts}>
      {(location) => <Payouts key={location.posID} location={location} />}
    </MoneyPage>
  );
}

function Payouts({ location }: { location: Location }) {
  const { posID, timeZone } = location;
  const signedIn = useSignedIn();
  const { params, show } = useAddress();
  const filter = useMemo<PayoutFilter>(() => ({ posID }), [posID]);
  const file = useMemo(
    () => ({ url: `/payments/v1/payouts?${new URLSearchParams({ posID })}` }),
    [posID],
  );
  const payout = payoutOf(params);
  const open = useCallback(
    ({ id, at }: PayoutId) => show({ payout: id, at: at === null ? null : String(at) }),
    [show],
  );
  const close = useCallback(() => show({ payout: null, at: null }), [show]);
  if (!signedIn) {
    return null;
  }
  return (
    <>
      <FileRow request={file} name="payouts.csv">
        <ListAsOf filter={filter} />
      </FileRow>
      <Columns className={classes.columns}>
        <PayoutList filter={filter} timeZone={timeZone} opened={payout?.id ?? null} onOpen={open} />
        <PayoutDetails location={location} payout={payout} onClose={close} />
      </Columns>
    </>
  );
}

/** The time up to which the provider was read, from the first page. */
function ListAsOf({ filter }: { filter: PayoutFilter }) {
  const first = payouts.useFirst(filter);
  return <AsOf seconds={first?.asOf} atRest={first && areOthers(first.data)} />;
}

/** The opened payout, from the address. */
function payoutOf(params: URLSearchParams): PayoutId | null {
  const id = params.get('payout');
  const at = Number(params.get('at') ?? Number.NaN);
  return id === null ? null : { id, at: Number.isSafeInteger(at) ? at : null };
}
