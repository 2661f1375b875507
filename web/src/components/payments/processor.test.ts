import { describe, expect, it } from 'vitest';
import { payment } from '@/testing/data/payments';
import { areOthers, isOthers, processorOf, unusualOf, usualOf } from './processor';

const of = (...processors: (string | null)[]) =>
  processors.map((processor, index) => payment(`pi_${index}`, { saffron: { processor } }));

describe('the processor of a payment', () => {
  it('is the one of the card account if the POS sent none', () => {
    expect(processorOf({ processor: null })).toBe('Stripe');
    // An answer that a device kept has no such field.
    expect(processorOf({})).toBe('Stripe');
    expect(isOthers({})).toBe(false);
    expect(processorOf({ processor: 'Square' })).toBe('Square');
    expect(isOthers({ processor: 'Square' })).toBe(true);
  });

  it.each([
    ['its only one', ['Square', 'Square'], [null, null]],
    ['the own one', [null, 'Square', null], [null, 'Square', null]],
    ['the own one, also without it', ['Clover', 'Square'], ['Clover', 'Square']],
  ])('is not named in a list if it is %s', (_, processors, named) => {
    const rows = of(...processors);
    expect(rows.map((row) => unusualOf(row, usualOf(rows)))).toEqual(named);
  });

  it('is named in a later page if the first had others', () => {
    const usual = usualOf(of('Square'));
    expect(of('Square', null).map((row) => unusualOf(row, usual))).toEqual([null, 'Stripe']);
  });

  it('is not named while the list loads, or is empty', () => {
    expect(of('Square').map((row) => unusualOf(row, usualOf(undefined)))).toEqual([null]);
    expect(usualOf([])).toBeUndefined();
  });

  it('is another than the own one if all rows are of others', () => {
    expect(areOthers(of('Square', 'Clover'))).toBe(true);
    expect(areOthers(of('Square', null))).toBe(false);
    expect(areOthers([])).toBe(false);
  });
});
