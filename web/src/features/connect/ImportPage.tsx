import { Button } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
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
import classes from './Connect.module.css';
import { ImportContents } from './ImportContents';
import { useImport } from './useImport';

const words = messages.imports;

/** /admin-configuration/imports/:importID: one import, from its upload to its result. */
export function Component() {
  const { importID = '' } = useParams();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.one}${at}`} back="/admin-configuration/imports" />
      <div className={classes.page}>
        <WithLocation choose={words.selectLocation}>
          {(location) => (
            <OneImport
              key={`${location.posID}/${importID}`}
              posID={location.posID}
              importID={importID}
            />
          )}
        </WithLocation>
      </div>
    </>
  );
}

function OneImport({ posID, importID }: { posID: string; importID: string }) {
  const { import: found, failed, error, retry } = useImport(posID, importID);
  if (found !== undefined) return <ImportContents import={found} />;
  if (!failed) return <ListSkeleton rows={4} />;
  const { status } = isApiError(error) ? error : {};
  return status === 404 || status === 400 ? (
    <MissingImport />
  ) : (
    <PageError error={error} text={words.failed} onRetry={retry} />
  );
}

/** An import that the location does not have. */
function MissingImport() {
  return (
    <Placeholder
      icon={IconFileUnknown}
      text={words.missing}
      next={words.missingNext}
      action={
        <Button component={Link} to="/admin-configuration/imports">
          {words.all}
        </Button>
      }
    />
  );
}
