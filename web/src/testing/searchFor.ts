import { fireEvent } from '@testing-library/react';

/**
 * Looks for words in a search box, all of them at once: on a busy machine the keys of somebody who
 * types come so late that each would be looked for by itself.
 */
export function searchFor(box: HTMLElement, words: string): void {
  fireEvent.change(box, { target: { value: words } });
}
