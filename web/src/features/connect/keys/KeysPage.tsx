import { Button } from '@mantine/core';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { failureText, type IngestKey, useRevokeIngestKeyMutation } from '@/api';
import { PagedRows } from '@/components/data-list';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useOneAtATime } from '@/state/useOneAtATime';
import classes from '../Connect.module.css';
import { KeyRow } from './KeyRow';
import { keyPages } from './keyPages';
import { NewKeySheet } from './NewKeySheet';

const words = messages.ingestKeys;

/** /admin-configuration/ingest-keys: the keys of a location, newest first. */
export function Component() {
  return (
    <>
      <TopBar title={words.title} back="/admin-configuration" />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        <WithLocation choose={words.selectLocation}>
          {({ posID }) => <Keys key={posID} posID={posID} />}
        </WithLocation>
      </div>
    </>
  );
}

function Keys({ posID }: { posID: string }) {
  const filter = useMemo(() => ({ posID }), [posID]);
  const at = useAtLocation(posID);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<IngestKey | null>(null);
  const [revoke, { isLoading }] = useRevokeIngestKeyMutation();
  const oneAtATime = useOneAtATime();

  const end = async ({ id }: IngestKey) => {
    try {
      await revoke({ revokeIngestKeyRequest: { posID, id } }).unwrap();
      showToast({ severity: 'success', detail: words.revokeDone });
    } catch (failure) {
      showToast({ severity: 'error', detail: failureText(failure, words.revokeFailed) });
    }
    setRevoking(null);
  };

  return (
    <>
      <p className={classes.sentence}>{words.sentence}</p>
      <Button leftSection={<IconKey size={18} aria-hidden />} onClick={() => setCreating(true)}>
        {words.create}
      </Button>
      <PagedRows
        label={words.title}
        source={keyPages}
        filter={filter}
        render={(row) => <KeyRow row={row} onRevoke={setRevoking} />}
        empty={<EmptySection text={words.none} next={words.noneNext} />}
        end={words.end}
        skeleton={3}
      />
      <NewKeySheet posID={posID} opened={creating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        sends
        opened={revoking !== null}
        icon={IconKeyOff}
        header={revoking === null ? '' : words.revokeQuestion(revoking.name, at)}
        description={words.revokeDetail}
        accept={words.revoke}
        busy={isLoading}
        onAccept={() => revoking !== null && void oneAtATime(() => end(revoking))}
        onReject={() => setRevoking(null)}
      />
    </>
  );
}
