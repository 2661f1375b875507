import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Skeleton rows of 64 px, as many as the list usually shows first. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <Skeleton key={row} height={64} radius="lg" />
      ))}
    </Stack>
  );
}
