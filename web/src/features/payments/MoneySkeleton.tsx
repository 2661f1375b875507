import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';

/** Skeleton of a payment or a payout. */
export function MoneySkeleton() {
  return <DetailsSkeleton heights={['4rem', '8rem', '9rem']} />;
}
