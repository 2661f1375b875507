import { PasswordInput } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { messages } from '@/lib/messages';

const fields = messages.fields;

interface PasswordFieldProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'size' | 'color' | 'style'> {
  label: string;
  value?: string;
  error?: ReactNode;
  /** A new password is chosen: its rule is shown. */
  fresh?: boolean;
}

/** A password, hidden until its eye is tapped; pasting works. */
export function PasswordField({ fresh = false, error, ...rest }: PasswordFieldProps) {
  return (
    <PasswordInput
      description={fresh ? fields.passwordHint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      aria-invalid={error !== undefined && error !== null}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': fields.showPassword }}
      error={error}
      {...rest}
    />
  );
}
