import { describe, expect, it } from 'vitest';
import { menuItem } from '@/testing/data/menuRows';
import { changesOf, type ItemValues, problemsOf, rebased, valuesOf } from './itemValues';

const TODAY = '2026-11-21';
const item = menuItem('m', { price: 12.5, estimatedCost: 4.1, stock: 8, lowStock: 5 });
const before = valuesOf(item, TODAY);
const offered = menuItem('m', {
  offPercentage: 20,
  validFrom: '2026-11-01T00:00:00',
  validUntil: '2026-11-30T23:59:59',
});

const typed = (changes: Partial<ItemValues>): ItemValues => ({ ...before, ...changes });

describe('the form of an item', () => {
  it('sends only changed fields', () => {
    expect(changesOf(before, before, item)).toEqual({});
    expect(changesOf(typed({ price: '12.50 ' }), before, item)).toEqual({});
    expect(changesOf(typed({ price: '1,013.25' }), before, item)).toEqual({ price: 1013.25 });
    expect(changesOf(typed({ stock: '2.5', displayName: ' Pie ' }), before, item)).toEqual({
      displayName: 'Pie',
      stock: 2.5,
    });
  });

  it("leaves the POS's values to the POS", () => {
    const owners = menuItem('m', { price: 13, tillPrice: 12, tillCost: 4, estimatedCost: 5 });
    const shown = valuesOf(owners, TODAY);
    const taken = { ...shown, price: '12', estimatedCost: '', displayName: owners.itemName };
    expect(changesOf(taken, { ...shown, displayName: 'Mine' }, owners)).toEqual({
      price: null,
      estimatedCost: null,
      displayName: null,
    });
  });

  it('has an empty field for an open price, and leaves it alone', () => {
    const open = menuItem('m', { price: 0, openPrice: true });
    const shown = valuesOf(open, TODAY);
    expect(shown.price).toBe('');
    expect(changesOf(shown, shown, open)).toEqual({});
    expect(problemsOf({ ...shown, stock: '4' }, shown, TODAY)).toEqual({});
    expect(changesOf({ ...shown, price: '9' }, shown, open)).toEqual({ price: 9 });
    expect(problemsOf(typed({ price: '' }), before, TODAY)).toEqual({});
    expect(changesOf(typed({ price: '' }), before, item)).toEqual({ price: null });
  });

  it('sends an offer as a whole, and its end as 0', () => {
    const none = typed({ validFrom: '2027-01-01' });
    expect(changesOf(none, before, item)).toEqual({});
    const made = typed({ offPercentage: '20', validUntil: '2026-12-24' });
    expect(changesOf(made, before, item)).toEqual({
      offPercentage: 20,
      validFrom: '2026-11-21T00:00:00',
      validUntil: '2026-12-24T23:59:59',
    });
    const on = valuesOf(offered, TODAY);
    expect(changesOf({ ...on, validUntil: '2026-12-24' }, on, offered)).toEqual({
      offPercentage: 20,
      validFrom: '2026-11-01T00:00:00',
      validUntil: '2026-12-24T23:59:59',
    });
    expect(changesOf({ ...on, offPercentage: '' }, on, offered)).toEqual({ offPercentage: 0 });
  });

  it.each([
    ['price', { price: '-1' }],
    ['price', { price: '1000000.01' }],
    ['price', { price: '1.234' }],
    ['estimatedCost', { estimatedCost: '1000001' }],
    ['displayName', { displayName: '  ' }],
    ['displayName', { displayName: 'x'.repeat(101) }],
    ['offPercentage', { offPercentage: '101' }],
    ['offPercentage', { offPercentage: '12.5' }],
    ['validFrom', { offPercentage: '20', validFrom: '' }],
    ['validUntil', { offPercentage: '20', validFrom: '2026-12-01', validUntil: '2026-11-30' }],
    ['validUntil', { offPercentage: '20', validFrom: '2026-11-01', validUntil: '2026-11-20' }],
    ['stock', { stock: '' }],
    ['stock', { stock: '1000001' }],
    ['lowStock', { lowStock: '-3' }],
  ] satisfies [string, Partial<ItemValues>][])('refuses a wrong %s: %o', (field, changes) => {
    expect(Object.keys(problemsOf(typed(changes), before, TODAY))).toEqual([field]);
  });

  it('accepts the limits, and skips untouched fields', () => {
    expect(
      problemsOf(typed({ price: '1000000', estimatedCost: '0', stock: '0.125' }), before, TODAY),
    ).toEqual({});
    const ended = valuesOf({ ...offered, validUntil: '2026-11-20T23:59:59' }, TODAY);
    expect(problemsOf({ ...ended, price: '9' }, ended, TODAY)).toEqual({});
  });

  it('follows changes, except in typed fields', () => {
    const changed = typed({ price: '14' });
    const sold = valuesOf({ ...item, stock: 7 }, TODAY);
    expect(rebased(changed, before, sold)).toEqual({ ...sold, price: '14' });
    const repriced = valuesOf({ ...item, price: 13 }, TODAY);
    expect(rebased(changed, before, repriced)).toBeNull();
    expect(rebased(before, before, repriced)).toEqual(repriced);
    const counted = typed({ stock: '20' });
    expect(rebased(counted, before, sold)).toEqual({ ...sold, stock: '20' });
  });
});
