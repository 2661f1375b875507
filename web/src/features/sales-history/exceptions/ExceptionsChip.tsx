import { UnstyledButton } from '@mantine/core';
import { messages } from '@/lib/messages';
import classes from './ExceptionsChip.module.css';

interface ExceptionsChipProps {
  chosen: boolean;
  onChange: (chosen: boolean) => void;
}

/** Narrows the list to checks whose amounts or dates need a second look. */
export function ExceptionsChip({ chosen, onChange }: ExceptionsChipProps) {
  return (
    <UnstyledButton
      className={classes.chip}
      aria-pressed={chosen}
      onClick={() => onChange(!chosen)}
    >
      {messages.exceptions.filter}
    </UnstyledButton>
  );
}
