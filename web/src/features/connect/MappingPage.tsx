import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { Import } from '@/api';
import { useGetImportFieldsQuery } from '@/api/connect';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { useAtLocation } from '@/components/location/atLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import classes from './Connect.module.css';
import { MappingForm } from './mapping/MappingForm';
import { useImport } from './useImport';

const words = messages.importMapping;
const discarding = { header: words.discardQuestion, description: words.unsaved };

/** /admin-configuration/imports/:importID/tables/:table: what the columns of a table mean. */
export function Component() {
  const { importID = '', table = '' } = useParams();
  const { posID } = useSelectedLocation('general');
  const { setUnsaved, dialog } = useLeaveGuard(discarding);
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar
        title={`${words.title}${at}`}
        back={`/admin-configuration/imports/${encodeURIComponent(importID)}`}
      />
      <div className={classes.page}>
        <WithLocation choose={messages.imports.selectLocation}>
          {(location) => (
            <OneTable
              key={`${location.posID}/${importID}/${table}`}
              posID={location.posID}
              importID={importID}
              table={Number(table)}
              setUnsaved={setUnsaved}
            />
          )}
        </WithLocation>
      </div>
      {dialog}
    </>
  );
}

interface OneTableProps {
  posID: string;
  importID: string;
  table: number;
  setUnsaved: (unsaved: boolean) => void;
}

function OneTable({ posID, importID, table, setUnsaved }: OneTableProps) {
  const { import: found, failed, error, retry } = useImport(posID, importID);
  const fields = useGetImportFieldsQuery({ importFieldsRequest: {} });
  if (failed) return <PageError error={error} text={messages.imports.failed} onRetry={retry} />;
  if (fields.isError) {
    return (
      <PageError error={fields.error} text={words.fieldsFailed} onRetry={() => fields.refetch()} />
    );
  }
  if (found === undefined || fields.data === undefined) return <ListSkeleton rows={6} />;
  const of = found.tables.find((one) => one.table === table);
  if (of === undefined) return <Closed import={found} text={words.missing} />;
  if (!found.takesAnswers) return <Closed import={found} text={words.closed} />;
  return (
    <MappingForm
      import={found}
      table={of}
      fields={fields.data.body.fieldList}
      setUnsaved={setUnsaved}
    />
  );
}

function Closed({ import: { importID }, text }: { import: Import; text: string }) {
  return (
    <Placeholder
      icon={IconLock}
      text={text}
      action={
        <Button
          component={Link}
          to={`/admin-configuration/imports/${encodeURIComponent(importID)}`}
        >
          {words.back}
        </Button>
      }
    />
  );
}
