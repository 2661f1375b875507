import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Placeholder.module.css';

interface PlaceholderProps {
  icon: Icon;
  /** One line: the state. */
  text: string;
  /** One line: the next step. */
  next?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** The message of a page or a section without content. */
export function Placeholder({ icon: Glyph, text, next, action }: PlaceholderProps) {
  return (
    <Stack className={classes.root} align="center" gap="sm">
      <span className={classes.icon}>
        <Glyph size={28} stroke={1.5} aria-hidden />
      </span>
      <Text ta="center" fw={600} maw="22rem">
        {text}
      </Text>
      {next && (
        <Text ta="center" c="dimmed" size="sm" maw="22rem">
          {next}
        </Text>
      )}
      {action}
    </Stack>
  );
}
