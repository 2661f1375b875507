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
import { useLocations, useSelectedLocation, useSignedIn } from '@/state/hooks';

interface MarketingPageProps {
  title: string;
  /** Where the arrow leads. */
  back: string;
  /** Without the strip: the page stays with the location that it began with. */
  settled?: boolean;
  /** Has the last word on whether another location is chosen. */
  beforeChange?: (change: () => void) => void;
  /** The page of the chosen location, whose name and website are known. */
  children: (location: Location) => ReactNode;
}

/** What the pages of marketing have in common: title and location. */
export function MarketingPage({
  title,
  back,
  settled = false,
  children,
  ...strip
}: MarketingPageProps) {
  const signedIn = useSignedIn();
  return (
    <>
      <TopBar title={title} back={back} />
      <Page>
        {!settled && <LocationStrip variant="general" {...strip} />}
        {signedIn && <OfLocation>{children}</OfLocation>}
      </Page>
    </>
  );
}

function OfLocation({ children }: Pick<MarketingPageProps, 'children'>) {
  const { posID, location } = useSelectedLocation('general');
  const { failed, refetch } = useLocations();
  if (useNamedLocation('general')) {
    return <ListSkeleton />;
  }
  if (location !== undefined) {
    return children(location);
  }
  if (posID === null) {
    return <Placeholder icon={IconMapPin} text={messages.marketing.selectLocation} />;
  }
  // Chosen on an earlier visit, and not known yet.
  return failed ? <PageError text={messages.views.failed} onRetry={refetch} /> : <ListSkeleton />;
}
