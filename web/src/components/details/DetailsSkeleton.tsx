import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Skeleton of details: a bar of each height. */
export function DetailsSkeleton({ heights }: { heights: readonly string[] }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no id.
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
