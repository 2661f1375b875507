import { Radio } from '@mantine/core';
import classes from './RadioChoice.module.css';

interface RadioChoiceProps {
  value: string;
  label: string;
  detail?: string | undefined;
  /** Its detail says why. */
  disabled?: boolean;
}

/** One of a few choices under each other, within a `Radio.Group`. */
export function RadioChoice({ value, label, detail, disabled = false }: RadioChoiceProps) {
  return (
    <Radio
      value={value}
      label={label}
      description={detail}
      disabled={disabled}
      classNames={{
        body: classes.body,
        label: classes.label,
        description: classes.detail,
        radio: classes.radio,
      }}
    />
  );
}
