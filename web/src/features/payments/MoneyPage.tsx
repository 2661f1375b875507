import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Location } from '@/api';
import { LocationStrip } from '@/components/location/LocationStrip';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { PageError } from '@/components/placeholder/PageError';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { MoneySwitch } from './MoneySwitch';

interface MoneyPageProps {
  title: string;
  /** The page of the chosen location, whose clock is known. */
  children: (location: Location) => ReactNode;
}

/** What the pages of the Money tab have in common: switch and location. */
export function MoneyPage({ title, children }: MoneyPageProps) {
  return (
    <>
      <TopBar title={title} />
      <MoneySwitch />
      <Page>
        <LocationStrip variant="general" />
        <OfLocation>{children}</OfLocation>
      </Page>
    </>
  );
}

function OfLocation({ children }: Pick<MoneyPageProps, 'children'>) {
  const { posID, location } = useSelectedLocation('general');
  const { failed, refetch } = useLocations();
  if (useNamedLocation('general')) {
    return <ListSkeleton />;
  }
  if (location !== undefined) {
    return children(location);
  }
  if (posID === null) {
    return <Placeholder icon={IconMapPin} text={messages.payments.selectLocation} />;
  }
  // Chosen on an earlier visit, and not known yet.
  return failed ? <PageError text={messages.views.failed} onRetry={refetch} /> : <ListSkeleton />;
}
