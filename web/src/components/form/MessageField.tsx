import { Textarea } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { messages } from '@/lib/messages';
import classes from './Fields.module.css';

/** Most characters of a text area. */
export const MESSAGE_MAX = 150;

interface MessageFieldProps
  extends Omit<ComponentPropsWithoutRef<'textarea'>, 'value' | 'size' | 'color' | 'style'> {
  label: string;
  /** Below, beside the count. */
  hint?: string;
  value?: string;
  error?: ReactNode;
}

/** A text area that counts the typed characters. */
export function MessageField({
  label,
  hint = messages.sendReward.messageHint,
  value = '',
  error,
  ...rest
}: MessageFieldProps) {
  const words = messages.sendReward;
  return (
    <Textarea
      label={label}
      description={
        <span className={classes.below}>
          <span>{hint}</span>
          <span>{words.counter(value.length, MESSAGE_MAX)}</span>
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      rows={4}
      maxLength={MESSAGE_MAX}
      value={value}
      error={error}
      {...rest}
    />
  );
}
