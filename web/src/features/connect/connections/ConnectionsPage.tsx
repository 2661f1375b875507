import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { PagedRows } from '@/components/data-list';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import { ConnectionEntry } from './list/ConnectionEntry';
import { connectionPages } from './list/connectionPages';

const words = messages.connections;

/** /admin-configuration/connections: the connections of a location, newest first. */
export function ConnectionsPage() {
  return (
    <>
      <TopBar title={words.title} back="/admin-configuration" />
      <div className={page.page}>
        <LocationStrip variant="general" />
        <WithLocation choose={words.selectLocation}>
          {({ posID }) => <Connections key={posID} posID={posID} />}
        </WithLocation>
      </div>
    </>
  );
}

function Connections({ posID }: { posID: string }) {
  const filter = useMemo(() => ({ posID }), [posID]);
  return (
    <>
      <Button
        component={Link}
        to="/admin-configuration/connect/pos"
        leftSection={<IconPlugConnected size={18} aria-hidden />}
      >
        {messages.connectPos.title}
      </Button>
      <PagedRows
        label={words.title}
        source={connectionPages}
        filter={filter}
        render={(row) => <ConnectionEntry row={row} />}
        empty={<EmptySection text={words.none} next={words.noneNext} />}
        end={words.end}
        skeleton={3}
      />
    </>
  );
}
