import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isApiError } from '@/api';
import type { Connection } from '@/api/connect';
import { PageError } from '@/components/placeholder/PageError';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useConnection } from './useConnection';

const words = messages.connections;

interface OneConnectionProps {
  posID: string;
  connectionID: string;
  children: (connection: Connection) => ReactNode;
}

/** A connection, once it is there. */
export function OneConnection({ posID, connectionID, children }: OneConnectionProps) {
  const { connection, failed, error, retry } = useConnection(posID, connectionID);
  if (connection !== undefined) return children(connection);
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
