import { TextInput } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';
import type { BusinessDate } from '@/lib/dates';

interface DateFieldProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'size' | 'color' | 'style'> {
  label: string;
  /** A date, or empty for none. */
  value?: BusinessDate | '';
  description?: ReactNode;
  error?: ReactNode;
  min?: BusinessDate;
  max?: BusinessDate;
  ref?: Ref<HTMLInputElement>;
}

/** One date, with the device's own picker. */
export function DateField({ description, ...rest }: DateFieldProps) {
  return (
    <TextInput
      type="date"
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
    />
  );
}
