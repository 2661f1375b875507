import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why the form was refused, shown in the form. */
export function FormError({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <Alert
          variant="outline"
          color="var(--sf-bad)"
          icon={<IconAlertCircle aria-hidden />}
          styles={{ message: { color: 'var(--sf-text)' } }}
        >
          {text}
        </Alert>
      )}
    </div>
  );
}
