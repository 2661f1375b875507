import type { ReactNode } from 'react';
import type { Location } from '@/api';
import { LocationStrip } from '@/components/location/LocationStrip';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { MoneySwitch } from './MoneySwitch';

interface MoneyPageProps {
  title: string;
  /** The page of the chosen location. */
  children: (location: Location) => ReactNode;
}

/** The frame of the Money tab's pages: switch and location. */
export function MoneyPage({ title, children }: MoneyPageProps) {
  const choosing = useNamedLocation('general');
  return (
    <>
      <TopBar title={title} back={null} />
      <MoneySwitch />
      <Page>
        <LocationStrip variant="general" />
        {choosing ? (
          <ListSkeleton />
        ) : (
          <WithLocation choose={messages.payments.selectLocation}>{children}</WithLocation>
        )}
      </Page>
    </>
  );
}
