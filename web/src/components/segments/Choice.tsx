import { useId } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps<Value extends string> {
  /** What is chosen, for who does not see it. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Within a line of text; else as wide as its place. */
  inline?: boolean;
}

/** One of a few, side by side. Radio buttons of the browser's own: nothing is measured to draw it. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange, inline = false } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.root}
      data-inline={inline || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
