import { Loader, type LoaderProps } from '@mantine/core';
import { messages } from '@/lib/messages';

/** Says that something is being loaded, where there is no room for its skeleton. */
export function Spinner(props: LoaderProps) {
  return <Loader role="status" aria-label={messages.widgets.loading} {...props} />;
}
