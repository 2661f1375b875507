import { TopBar } from '@/components/navigation/TopBar';
import { ComingSoon } from '@/components/placeholder/ComingSoon';

/** A page that a later release builds. */
export function SoonPage({ title }: { title: string }) {
  return (
    <>
      <TopBar title={title} />
      <ComingSoon />
    </>
  );
}
