import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import classes from './SearchSelect.module.css';

interface Option {
  value: string;
  label: string;
}

interface SearchSelectProps extends Omit<SelectProps, 'data' | 'searchable' | 'comboboxProps'> {
  data: readonly Option[];
}

/** One of many options, found by typing. */
export function SearchSelect({ data, value, onFocus, onBlur, ...rest }: SearchSelectProps) {
  // A form may have many fields with long lists: each draws its own while it is used.
  const [used, setUsed] = useState(false);
  return (
    <Select
      searchable
      data={used ? data : data.filter((option) => option.value === value)}
      value={value ?? null}
      onFocus={(event) => {
        setUsed(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setUsed(false);
        onBlur?.(event);
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // The list scrolls by itself, as keys move through it, and belongs to the page.
      withScrollArea={false}
      comboboxProps={{ portalProps: { target: 'main' } }}
      classNames={{ options: classes.options }}
      {...rest}
    />
  );
}
