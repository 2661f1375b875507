import type { ComponentType, ReactNode } from 'react';
import type { Location } from '@/api';
import { LocationStrip } from '@/components/location/LocationStrip';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import { MoneySwitch } from './MoneySwitch';

interface MoneyPageProps {
  title: string;
  /** Filters of the chosen location's page. */
  filters?: ComponentType<{ location: Location }>;
  /** The page of the chosen location. */
  children: (location: Location) => ReactNode;
}

/** The frame of the Money tab's pages: switch and location. */
export function MoneyPage({ title, filters: Filters, children }: MoneyPageProps) {
  const choosing = useNamedLocation('general');
  const { location } = useSelectedLocation('general');
  const strip = <LocationStrip variant="general" />;
  return (
    <>
      <TopBar title={title} back={null} />
      <MoneySwitch />
      <Page
        filters={
          Filters && (
            <>
              {strip}
              {!choosing && location && <Filters location={location} />}
            </>
          )
        }
      >
        {Filters === undefined && strip}
        {choosing ? (
          <ListSkeleton />
        ) : (
          <WithLocation choose={messages.payments.selectLocation}>{children}</WithLocation>
        )}
      </Page>
    </>
  );
}
