import { describe, expect, it } from 'vitest';
import { previewOf, rateOf } from './preview';

describe('a percentage that is typed', () => {
  it('lies between 0 and 100', () => {
    expect(['0', '7.5', '100', '100.00'].map(rateOf)).toEqual([0, 750, 10_000, 10_000]);
    expect(['100.01', '', '-1', '1.234'].map(rateOf)).toEqual([null, null, null, null]);
  });

  it('shows its effect for guest and restaurant', () => {
    expect(previewOf(500, 12_345)).toEqual([
      'A guest who spends $20.00 earns 100 points, worth $1.00.',
      "At last month's sales to known guests ($12,345.00), this costs about $617.25.",
    ]);
    expect(previewOf(5, 0)).toEqual([
      'A guest who spends $20.00 earns 1 point, worth $0.01.',
      'No sales to known guests last month.',
    ]);
  });
});
