import { describe, expect, it } from 'vitest';
import type { GiftCardLiability } from '@/api';
import { pizza, tacos } from '@/testing/data/fixtures';
import { heldAt } from './held';

const at = (posID: string, outstanding: number, since: string | null): GiftCardLiability => ({
  posID,
  sold: Math.max(outstanding, 0),
  redeemed: Math.max(-outstanding, 0),
  outstanding,
  since,
});

describe('what guests hold over locations', () => {
  it('is exact to the cent, since the first sale at any of them', () => {
    const held = heldAt(
      [pizza, tacos],
      [at('demo-pizza', 0.1, '2026-05-01'), at('demo-tacos', 0.2, '2026-03-03')],
    );
    expect(held).toMatchObject({ outstanding: 0.3, sold: 0.3, redeemed: 0, since: '2026-03-03' });
    expect(held.locations.map(({ posID }) => posID)).toEqual(['demo-tacos', 'demo-pizza']);
  });

  it('falls below zero where older cards are redeemed', () => {
    const held = heldAt([pizza], [at('demo-pizza', -20, '2026-05-01')]);
    expect(held).toMatchObject({ outstanding: -20, redeemed: 20 });
  });

  it('has locations without trade, and no first sale before one', () => {
    expect(heldAt([tacos, pizza], [at('demo-pizza', 0, null)])).toMatchObject({
      outstanding: 0,
      since: null,
      locations: [
        { posID: 'demo-pizza', since: null },
        { posID: 'demo-tacos', outstanding: 0, since: null },
      ],
    });
  });
});
