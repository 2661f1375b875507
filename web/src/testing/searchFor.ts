import { fireEvent } from '@testing-library/react';

/**
 * Enters words into a search box at once: on a busy machine typed keys come so late that each would be a search of its
 * own.
 */
export function searchFor(box: HTMLElement, words: string): void {
  fireEvent.change(box, { target: { value: words } });
}
