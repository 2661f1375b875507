import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Keeps the place of details that are on their way: a bar of each height. */
export function DetailsSkeleton({ heights }: { heights: readonly string[] }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are told apart by their place only.
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
