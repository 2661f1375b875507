import { useMediaQuery } from '@mantine/hooks';

/** Whether list and details fit side by side: from 1024 px at the usual text size. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
}
