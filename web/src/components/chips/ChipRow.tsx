import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './ChipRow.module.css';

/** A value in a row of chips. */
interface ChipOption {
  key: string;
  label: string;
  chosen: boolean;
  onChoose: () => void;
}

interface ChipRowProps {
  label: string;
  /** Several may be chosen at once. */
  options: readonly ChipOption[];
}

/** Values in one line, one tap each; it scrolls to the chosen one where the width is short. */
export function ChipRow({ label, options }: ChipRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  const first = options.find(({ chosen }) => chosen)?.key;

  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (first === undefined || !row.current || !chip) return;
    row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.clientWidth) / 2;
  }, [first]);

  return (
    <fieldset ref={row} className={classes.row} aria-label={label}>
      {options.map(({ key, label: name, chosen, onChoose }) => (
        <UnstyledButton key={key} className={classes.chip} aria-pressed={chosen} onClick={onChoose}>
          {name}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
