import { PageError } from '@/components/placeholder/PageError';

/** A page that threw, or whose code could not be loaded: load the app anew. */
export function RouteError() {
  return <PageError onRetry={() => window.location.reload()} />;
}
