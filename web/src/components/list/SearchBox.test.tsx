import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { SEARCH_DEBOUNCE_MS, SearchBox } from './SearchBox';

const searched: string[] = [];

function Page() {
  const [words, setWords] = useState('');
  return (
    <>
      <SearchBox
        label="Search checks"
        placeholder="Check"
        value={words}
        onSearch={(next) => {
          searched.push(next);
          setWords(next);
        }}
      />
      <button type="button" onClick={() => setWords('elsewhere')}>
        Another
      </button>
    </>
  );
}

function setUp() {
  renderWithProviders(<Page />);
  return screen.getByRole('searchbox', { name: 'Search checks' });
}

/** Waits until the typing pauses. */
async function rest() {
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS));
}

beforeEach(() => {
  searched.length = 0;
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('SearchBox', () => {
  it('reports changed words after a pause in typing', async () => {
    const box = setUp();
    searchFor(box, 'Ana');
    expect(searched).toEqual([]);
    await rest();
    expect(searched).toEqual(['Ana']);
    searchFor(box, 'Ana ');
    await rest();
    expect(searched).toEqual(['Ana']);
    expect(box).toHaveValue('Ana ');
  });

  it('clears at once', async () => {
    const box = setUp();
    searchFor(box, 'Ana');
    await rest();
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(searched).toEqual(['Ana', '']);
    expect(box).toHaveValue('');
  });

  it('shows a search set elsewhere', () => {
    const box = setUp();
    fireEvent.click(screen.getByRole('button', { name: 'Another' }));
    expect(box).toHaveValue('elsewhere');
    expect(searched).toEqual([]);
  });
});
