import { useCallback, useMemo } from 'react';
import { checkKey } from '@/components/checks/checkWords';
import { Columns } from '@/components/details/Columns';
import { LocationStrip } from '@/components/location/LocationStrip';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { useAddress } from '@/components/navigation/useAddress';
import { Page } from '@/components/page/Page';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSignedIn } from '@/state/hooks';
import { CheckDetails } from './check/CheckDetails';
import { checkNamed } from './check/checkId';
import classes from './OpenChecksPage.module.css';
import { OpenCheckList, type OpenFilter } from './open/OpenCheckList';

/** /home/open-checks: the checks of a location, or of all, that are not closed yet, oldest first. */
export function Component() {
  const choosing = useNamedLocation('chart');
  const signedIn = useSignedIn();
  const { posID } = useSelectedLocation('chart');
  return (
    <>
      <TopBar title={messages.openChecks.title} back="/home/sales-history" />
      <Page filters={<LocationStrip variant="chart" allowAll />}>
        {choosing || !signedIn ? <ListSkeleton /> : <OpenChecks posID={posID} />}
      </Page>
    </>
  );
}

/** The list, and the check that the address opens. */
function OpenChecks({ posID }: { posID: string | null }) {
  const { params, show } = useAddress();
  const filter = useMemo<OpenFilter>(() => (posID === null ? {} : { posID }), [posID]);
  const open = useCallback((key: string | null) => show({ check: key }), [show]);
  const close = useCallback(() => open(null), [open]);
  const check = checkNamed(params.get('check'), posID);
  return (
    <Columns className={classes.columns}>
      <OpenCheckList
        filter={filter}
        opened={check === null ? null : checkKey(check)}
        onOpen={open}
      />
      <CheckDetails check={check} onClose={close} />
    </Columns>
  );
}
