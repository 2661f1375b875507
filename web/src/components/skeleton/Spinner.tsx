import { Loader, type LoaderProps } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Loading indicator where a skeleton has no room. */
export function Spinner(props: LoaderProps) {
  return <Loader role="status" aria-label={messages.widgets.loading} {...props} />;
}
