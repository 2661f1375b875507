import { describe, expect, it } from 'vitest';
import { messages } from './index';
import { isOurs } from './ours';
import specWordings from './spec-wordings.json';

/** Every wording of the catalogue; a wording with a gap is filled as the specification writes it. */
function wordings(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (typeof node === 'function') return wordings(node('$X'));
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap(wordings);
  return [];
}

const catalogue = wordings(messages);
const specified = Object.values(specWordings).flat();

describe('message catalogue', () => {
  it.each(specified)('matches the specification: %s', (wording) => {
    expect(catalogue).toContain(wording);
  });

  it('marks every wording beside the specification', () => {
    const unmarked = catalogue.filter((text) => !specified.includes(text) && !isOurs(text));
    expect(unmarked).toEqual([]);
  });

  it('marks no wording of the specification', () => {
    // 'Select' and the like are plain words that both may use.
    const claimed = specified.filter((text) => isOurs(text));
    expect(claimed).toEqual([]);
  });
});
