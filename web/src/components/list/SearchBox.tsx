import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { messages } from '@/lib/messages';
import classes from './SearchBox.module.css';

/** Milliseconds without a keystroke before a search. */
export const SEARCH_DEBOUNCE_MS = 300;

/** Most characters that the API takes. */
export const SEARCH_MAX = 100;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The search words; empty for everything. */
  value: string;
  /** Called with changed words, trimmed, when the typing pauses. */
  onSearch: (words: string) => void;
  maxLength?: number;
  /** The page is for searching: typing begins at once. */
  focused?: boolean;
  /** A menu of the list, at the end of the line. */
  menu?: ReactNode;
}

/** A sticky search box above its list. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  maxLength,
  focused = false,
  menu,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // The typed text stays until the search is changed elsewhere.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  const search = (typed: string) => {
    const words = typed.trim();
    if (words !== sent) {
      setSent(words);
      onSearch(words);
    }
  };
  const searchLater = useDebouncedCallback(search, SEARCH_DEBOUNCE_MS);

  return (
    <div className={classes.root}>
      <TextInput
        type="search"
        autoFocus={focused}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          text !== '' && (
            <CloseButton
              aria-label={messages.checkSearch.clear}
              onClick={() => {
                searchLater.cancel();
                setText('');
                search('');
              }}
            />
          )
        }
        rightSectionWidth="2.75rem"
        classNames={{ root: classes.box, input: classes.input }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          searchLater(event.currentTarget.value);
        }}
      />
      {menu}
    </div>
  );
}
