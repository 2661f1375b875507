import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { isApiError } from '@/api';
import { useAtLocation } from '@/components/location/atLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import page from '../Connect.module.css';
import { ConnectionContents } from './ConnectionContents';
import { useConnection } from './useConnection';

const words = messages.connections;

/** /admin-configuration/connections/:connectionID: a connection, from the choice of its location to its end. */
export function ConnectionPage() {
  const { connectionID = '' } = useParams();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.single}${at}`} back="/admin-configuration/connections" />
      <div className={page.page}>
        <WithLocation choose={words.selectLocation}>
          {(location) => (
            <OneConnection
              key={`${location.posID}/${connectionID}`}
              posID={location.posID}
              connectionID={connectionID}
            />
          )}
        </WithLocation>
      </div>
    </>
  );
}

function OneConnection({ posID, connectionID }: { posID: string; connectionID: string }) {
  const { connection, failed, error, retry } = useConnection(posID, connectionID);
  if (connection !== undefined) return <ConnectionContents connection={connection} />;
  if (!failed) return <ListSkeleton rows={4} />;
  const { status } = isApiError(error) ? error : {};
  return status === 404 || status === 400 ? (
    <MissingConnection />
  ) : (
    <PageError error={error} text={words.failed} onRetry={retry} />
  );
}

/** A connection that the location does not have. */
function MissingConnection() {
  return (
    <Placeholder
      icon={IconPlugConnectedX}
      text={words.missing}
      next={words.missingNext}
      action={
        <Button component={Link} to="/admin-configuration/connections">
          {words.all}
        </Button>
      }
    />
  );
}
