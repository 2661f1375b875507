import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './ListSearch.module.css';

/** Milliseconds without a keystroke after which a search is looked up. */
const SEARCH_DELAY = 300;

interface ListSearchProps {
  label: string;
  initial?: string | undefined;
  /** The words in lower case; the same words are not told twice. */
  onSearch: (wanted: string) => void;
}

/** A search over a list, in sight while the list scrolls. */
export function ListSearch({ label, initial = '', onSearch }: ListSearchProps) {
  const [typed, setTyped] = useState(initial);
  const told = useRef(initial.trim().toLowerCase());
  const tell = useDebouncedCallback((text: string) => {
    const wanted = text.trim().toLowerCase();
    if (wanted !== told.current) {
      told.current = wanted;
      onSearch(wanted);
    }
  }, SEARCH_DELAY);
  return (
    <div className={classes.root}>
      <TextInput
        type="search"
        classNames={{ input: classes.input }}
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          tell(event.currentTarget.value);
        }}
      />
    </div>
  );
}
