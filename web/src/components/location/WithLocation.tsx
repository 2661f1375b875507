import type { ReactNode } from 'react';
import type { Location } from '@/api';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { PageError } from '../placeholder/PageError';
import { ListSkeleton } from '../skeleton/ListSkeleton';
import { ChooseLocation } from './choice/ChooseLocation';
import { useNamedLocation } from './useNamedLocation';

interface WithLocationProps {
  /** Hint to choose a location. */
  choose: string;
  /** The page of the chosen location. */
  children: (location: Location) => ReactNode;
}

/** The part of a page that needs one location: the chosen one, or the one in the address. */
export function WithLocation({ choose, children }: WithLocationProps) {
  const { posID, location } = useSelectedLocation('general');
  const { failed, error, refetch } = useLocations();
  if (useNamedLocation('general')) {
    return <ListSkeleton />;
  }
  if (location !== undefined) {
    return children(location);
  }
  if (posID === null) {
    return <ChooseLocation text={choose} />;
  }
  // Chosen on an earlier visit, and not loaded yet.
  return failed ? (
    <PageError error={error} text={messages.views.failed} onRetry={refetch} />
  ) : (
    <ListSkeleton />
  );
}
