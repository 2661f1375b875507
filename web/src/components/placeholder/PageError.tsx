import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import { Placeholder } from './Placeholder';
import { SupportContact } from './SupportContact';

interface PageErrorProps {
  text?: string;
  /** Loads again; without it there is no button. */
  onRetry?: () => void;
}

/** A page, or a section of one, that could not be shown. */
export function PageError({ text = messages.views.pageError, onRetry }: PageErrorProps) {
  const online = useOnline();
  return (
    <div role="alert">
      <Placeholder
        icon={IconAlertTriangle}
        text={text}
        next={
          online ? (
            <>
              {messages.views.contactSupport}
              <SupportContact />
            </>
          ) : (
            messages.network.offline
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
