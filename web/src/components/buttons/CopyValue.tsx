import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import classes from './CopyValue.module.css';
import { IconButton } from './IconButton';

interface CopyValueProps {
  value: string;
  large?: boolean;
  /** Names the value where it is too long to be read out. */
  label?: string;
}

/** A code to pass on: shown to be read out, copied with one tap. */
export function CopyValue({ value, large = false, label = value }: CopyValueProps) {
  return (
    <span className={classes.root}>
      <code className={classes.value} data-large={large || undefined}>
        {value}
      </code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <IconButton
            icon={copied ? IconCheck : IconCopy}
            label={copied ? messages.widgets.copied : `${messages.widgets.copy} ${label}`}
            onClick={copy}
          />
        )}
      </CopyButton>
    </span>
  );
}
