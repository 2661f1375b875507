import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';

/** Keeps the place of a payment or a payout that is on its way. */
export function MoneySkeleton() {
  return <DetailsSkeleton heights={['4rem', '8rem', '9rem']} />;
}
