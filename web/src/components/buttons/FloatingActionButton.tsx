import { Portal, UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './FloatingActionButton.module.css';

interface FloatingActionButtonProps {
  icon: Icon;
  label: string;
  onClick: () => void;
}

/** The one main action of a list, above the tab bar. */
export function FloatingActionButton({ icon: Glyph, label, onClick }: FloatingActionButtonProps) {
  // Outside of the page: a fixed element inside of a sliding one would move along.
  return (
    <Portal>
      <UnstyledButton className={classes.root} onClick={onClick}>
        <Glyph size={22} stroke={2} aria-hidden />
        {label}
      </UnstyledButton>
    </Portal>
  );
}
