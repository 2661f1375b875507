import { useMediaQuery } from '@mantine/hooks';

/** Whether list and details fit side by side, as on a tablet: from 768 px at the usual text size. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false });
}
