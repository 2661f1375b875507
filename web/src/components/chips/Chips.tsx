import { UnstyledButton } from '@mantine/core';
import classes from './Chips.module.css';

interface ChipsProps<Value extends string> {
  label: string;
  /** In the order in which they are shown. */
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few values, all in sight; they wrap where the width is short. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, values, names, value, onChange } = props;
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {values.map((one) => (
        <UnstyledButton
          key={one}
          className={classes.chip}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {names[one]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
