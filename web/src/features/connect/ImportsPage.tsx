import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { PagedRows } from '@/components/data-list';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import classes from './Connect.module.css';
import { ImportEntry } from './list/ImportEntry';
import { importPages } from './list/importPages';

const words = messages.imports;

/** /admin-configuration/imports: the imports of a location, newest first. */
export function Component() {
  return (
    <>
      <TopBar title={words.title} back="/admin-configuration" />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        <WithLocation choose={words.selectLocation}>
          {({ posID }) => <Imports key={posID} posID={posID} />}
        </WithLocation>
      </div>
    </>
  );
}

function Imports({ posID }: { posID: string }) {
  const filter = useMemo(() => ({ posID }), [posID]);
  return (
    <>
      <Button
        component={Link}
        to="/admin-configuration/connect/upload"
        leftSection={<IconFileUpload size={18} aria-hidden />}
      >
        {words.uploadFiles}
      </Button>
      <PagedRows
        label={words.title}
        source={importPages}
        filter={filter}
        render={(row) => <ImportEntry row={row} />}
        empty={<EmptySection text={words.none} next={words.noneNext} />}
        end={words.end}
        skeleton={5}
      />
    </>
  );
}
