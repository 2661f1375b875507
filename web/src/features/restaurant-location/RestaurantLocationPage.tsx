import { ComingSoon } from '@/components/placeholder/ComingSoon';

export function Component() {
  return <ComingSoon />;
}
