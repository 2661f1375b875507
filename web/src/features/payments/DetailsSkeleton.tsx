import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Keeps the place of details that are on their way. */
export function DetailsSkeleton() {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      <Skeleton height="4rem" />
      <Skeleton height="8rem" />
      <Skeleton height="9rem" />
    </Stack>
  );
}
