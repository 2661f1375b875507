import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { failureText, isTooFast } from '@/api';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import { Placeholder } from './Placeholder';
import { SupportContact } from './SupportContact';

interface PageErrorProps {
  /** Why: the error of the call, or what was thrown. */
  error: unknown;
  text?: string;
  /** Loads again; without it there is no button. */
  onRetry?: (() => void) | undefined;
  /** A section beside a page's main part: without a network that part says it for both. */
  secondary?: boolean;
  /** The page itself is at fault, not a call: the network does not matter. */
  defect?: boolean;
}

/** A page, or a section of one, that could not be shown. Without a network it asks for a connection, and not to call support. */
export function PageError({
  error,
  text = messages.views.pageError,
  onRetry,
  secondary = false,
  defect = false,
}: PageErrorProps) {
  const online = useOnline();
  if (!online && !defect) {
    return secondary ? null : (
      <div role="status">
        <Placeholder icon={IconWifiOff} text={messages.offline.needed} />
      </div>
    );
  }
  return (
    <div role="alert">
      <Placeholder
        icon={IconAlertTriangle}
        text={failureText(error, text)}
        next={
          !isTooFast(error) && (
            <>
              {messages.views.contactSupport}
              <SupportContact />
            </>
          )
        }
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {messages.widgets.retry}
            </Button>
          )
        }
      />
    </div>
  );
}
