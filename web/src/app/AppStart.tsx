import { Redirect } from '@/components/navigation/Redirect';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { useLocations } from '@/state/hooks';

/** `/`: Home, or the welcome slides for a person without a location. */
export function AppStart() {
  const { list, loaded, loading } = useLocations();
  if (list.length === 0 && loading) return <PageSkeleton />;
  return <Redirect to={loaded && list.length === 0 ? '/welcome' : '/home'} />;
}
