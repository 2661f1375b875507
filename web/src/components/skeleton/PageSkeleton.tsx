import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Skeleton of a page while its code or its data loads. */
export function PageSkeleton() {
  return (
    <Stack p="md" gap="md" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      <Skeleton height={28} width="45%" />
      <Skeleton height={160} radius="lg" />
      <Skeleton height={64} radius="lg" />
      <Skeleton height={64} radius="lg" />
    </Stack>
  );
}
