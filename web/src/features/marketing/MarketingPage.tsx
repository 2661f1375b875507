import type { ReactNode } from 'react';
import type { Location } from '@/api';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';

interface MarketingPageProps {
  title: string;
  /** Target of the back arrow. */
  back: string;
  /** Without the strip: the page keeps its location. */
  settled?: boolean;
  /** The page of the chosen location. */
  children: (location: Location) => ReactNode;
}

/** The frame of the marketing pages: title and location. */
export function MarketingPage({ title, back, settled = false, children }: MarketingPageProps) {
  const signedIn = useSignedIn();
  return (
    <>
      <TopBar title={title} back={back} />
      <Page>
        {!settled && <LocationStrip variant="general" />}
        {signedIn && (
          <WithLocation choose={messages.marketing.selectLocation}>{children}</WithLocation>
        )}
      </Page>
    </>
  );
}
