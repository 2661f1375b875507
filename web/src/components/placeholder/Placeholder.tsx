import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Placeholder.module.css';

interface PlaceholderProps {
  icon: Icon;
  /** One line of what. */
  text: string;
  /** One line of what next. */
  next?: string;
  /** One button. */
  action?: ReactNode;
}

/** What a page or a section says when it has nothing else to show. */
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
