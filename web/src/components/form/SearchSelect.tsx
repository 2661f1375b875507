import { Select, type SelectProps } from '@mantine/core';
import classes from './SearchSelect.module.css';

/** One of many options, found by typing. */
export function SearchSelect(props: Omit<SelectProps, 'searchable' | 'comboboxProps'>) {
  return (
    <Select
      searchable
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // The list scrolls by itself, as keys move through it, and belongs to the page.
      withScrollArea={false}
      comboboxProps={{ portalProps: { target: 'main' }, keepMounted: false }}
      classNames={{ options: classes.options }}
      {...props}
    />
  );
}
