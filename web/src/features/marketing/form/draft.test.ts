import { describe, expect, it } from 'vitest';
import { pizza, tacos } from '@/testing/data/fixtures';
import { customer, offeredItem } from '@/testing/data/guests';
import { recipient } from '@/testing/data/marketing';
import {
  checkBody,
  checkCode,
  checkItems,
  checkPercent,
  checkRecipients,
  checkSubject,
  checkValidUntil,
  type DraftValues,
  draftOf,
  emptyDraft,
  highestOff,
  partsOf,
  priceToday,
  refusalOf,
} from './draft';
import { matchingRecipients, withVisits } from './recipients/matching';

const typed: DraftValues = {
  subject: ' Hi ',
  body: ' Come in ',
  code: ' rainy-20 ',
  percent: '20',
  validUntil: '2026-12-31',
};
const ana = recipient('c-1', { firstName: 'Ana', address: 'ana@example.com' });
const offer = offeredItem('w', {
  price: 10,
  offPercentage: 15,
  onOffer: true,
  imageUrl: '/images/w',
});

describe('the request', () => {
  it('has subject, name, website and addresses for an email', () => {
    const draft = draftOf({ channel: 'email', kind: 'basic' }, pizza, typed, [offer], [ana]);
    expect(draft).toEqual({
      posID: 'demo-pizza',
      subject: 'Hi',
      body: 'Come in',
      businessName: 'Saffron Pizza',
      website: 'https://pizza.example',
      emails: ['ana@example.com'],
    });
  });

  it('has an empty website if the location has none', () => {
    const draft = draftOf({ channel: 'email', kind: 'basic' }, tacos, typed, [], [ana]);
    expect(draft.website).toBe('');
  });

  it('has items with both prices for a promotion', () => {
    const draft = draftOf({ channel: 'email', kind: 'promotion' }, pizza, typed, [offer], [ana]);
    expect(draft.items).toEqual([
      { imageUrl: '/images/w', name: 'Item w', originalPrice: 10, price: 8.5 },
    ]);
    expect(draft).not.toHaveProperty('promoCode');
    expect(draft).not.toHaveProperty('discountPercentage');
  });

  it.each(['email', 'text'] as const)('has an upper-case code with its terms by %s', (channel) => {
    const kind = { channel, kind: 'promoCode' } as const;
    expect(draftOf(kind, pizza, typed, [], [ana])).toMatchObject({
      promoCode: 'RAINY-20',
      discountPercentage: 20,
      validUntil: '2026-12-31',
      items: [],
      posItemIDs: [],
    });
    const withItem = draftOf(kind, pizza, typed, [offer], [ana]);
    expect(withItem.posItemIDs).toEqual(['w']);
    const without = draftOf(kind, pizza, { ...typed, percent: '', validUntil: '' }, [], [ana]);
    expect(without).not.toHaveProperty('discountPercentage');
    expect(without).not.toHaveProperty('validUntil');
  });

  it('has phone numbers and first names for a text', () => {
    const ben = recipient('c-2', { firstName: null, address: '2125550123' });
    expect(draftOf({ channel: 'text', kind: 'basic' }, pizza, typed, [offer], [ben])).toEqual({
      posID: 'demo-pizza',
      body: 'Come in',
      recipients: [{ phone: 2125550123, firstName: '' }],
    });
  });
});

describe('a refused value', () => {
  it('is an empty or long subject, or one with a line break', () => {
    for (const good of ['Hi', 'x'.repeat(150)]) expect(checkSubject(good)).toBeNull();
    for (const bad of ['', '  ', 'x'.repeat(151), 'a\nBcc: b'])
      expect(checkSubject(bad)).not.toBeNull();
  });

  it('is an empty message, or one of more than 150 characters', () => {
    expect(checkBody(`${'x'.repeat(149)}\n`)).toBeNull();
    expect(checkBody('two\r\nlines')).toBeNull();
    for (const bad of ['', ' \n', 'x'.repeat(151), 'a\u0000b'])
      expect(checkBody(bad)).not.toBeNull();
  });

  it('is an invalid promo code or percentage', () => {
    for (const good of ['abc', 'RAINY-20', 'X'.repeat(32)]) expect(checkCode(good)).toBeNull();
    for (const bad of ['', 'AB', 'A B', 'ÄÖÜ', 'X'.repeat(33)])
      expect(checkCode(bad)).not.toBeNull();
    for (const good of ['', '1', '100', '20%']) expect(checkPercent(good)).toBeNull();
    for (const bad of ['0', '101', '2.5', '-1', 'x']) expect(checkPercent(bad)).not.toBeNull();
  });

  it('is a last day in the past', () => {
    for (const good of ['', '2026-11-28', '2030-01-01'])
      expect(checkValidUntil(good, '2026-11-28')).toBeNull();
    for (const bad of ['2026-11-27', '20266-01-01'])
      expect(checkValidUntil(bad, '2026-11-28')).not.toBeNull();
  });

  it('is a number of items or recipients beyond the limits', () => {
    const promotion = partsOf('email', 'promotion');
    expect(checkItems([], promotion)).not.toBeNull();
    expect(checkItems([offer], promotion)).toBeNull();
    expect(
      checkItems(
        Array.from({ length: 13 }, () => offer),
        promotion,
      ),
    ).not.toBeNull();
    expect(checkItems([], partsOf('email', 'promoCode'))).toBeNull();
    expect(checkRecipients(0)).not.toBeNull();
    expect(checkRecipients(25_000)).toBeNull();
    expect(checkRecipients(25_001)).not.toBeNull();
  });

  it('is an item with an open price in an email', () => {
    const corkage = offeredItem('o', { displayName: 'Corkage', price: 0, openPrice: true });
    expect(checkItems([offer, corkage], partsOf('email', 'promotion'))).toMatch(/: Corkage\.$/);
    expect(checkItems([corkage], partsOf('email', 'promoCode'))).not.toBeNull();
    expect(checkItems([corkage], partsOf('text', 'promoCode'))).toBeNull();
  });

  it('is shown at the part that the service names', () => {
    const error = (field: string, status = 400) => ({ status, message: 'no', field });
    expect(refusalOf(error('emails[3]'), 'basic')).toMatchObject({ at: 'recipients', index: 3 });
    expect(refusalOf(error('recipients[0].phone'), 'basic')).toMatchObject({
      at: 'recipients',
      index: 0,
    });
    expect(refusalOf(error('items[0].imageUrl'), 'basic')).toMatchObject({
      at: 'items',
      index: null,
    });
    expect(refusalOf(error('promoCode', 409), 'basic')).toMatchObject({
      at: 'code',
      alreadySent: false,
    });
    expect(refusalOf({ status: 409, message: 'other body' }, 'basic').alreadySent).toBe(true);
    expect(refusalOf(error('idempotencyKey', 409), 'promoCode')).toMatchObject({
      at: 'code',
      alreadySent: true,
    });
    expect(refusalOf(error('businessName'), 'basic')).toMatchObject({
      at: null,
      text: 'Campaign no.',
    });
    expect(refusalOf(new Error('lost'), 'basic')).toMatchObject({ at: null, text: null });
  });
});

describe('items', () => {
  it('cost less while they are on offer only', () => {
    expect(priceToday(offer)).toBe(8.5);
    expect(priceToday({ ...offer, onOffer: false })).toBe(10);
    expect(highestOff([offer, offeredItem('x')])).toBe(15);
    expect(highestOff([{ ...offer, onOffer: false }])).toBe(0);
    expect(highestOff([])).toBe(0);
  });
});

describe('recipients of a group', () => {
  const ben = recipient('c-2');

  it('are in the order of the guests, others last', () => {
    const guests = [customer('c-9'), customer('c-2')];
    expect(withVisits([ana, ben], guests, true)).toEqual([
      { ...ben, guest: guests[1] },
      { ...ana, guest: null },
    ]);
    expect(withVisits([ana, ben], guests, false)).toEqual([{ ...ben, guest: guests[1] }]);
  });
});

describe('searching recipients', () => {
  const ben = recipient('c-2', { firstName: 'Ben', lastName: 'Smith', address: '2125550123' });
  const found = (words: string) => matchingRecipients([ana, ben], words);

  it('finds names in any case, phones in any format', () => {
    expect(found('')).toEqual([ana, ben]);
    expect(found('BEN sm')).toEqual([ben]);
    expect(found('ana@EX')).toEqual([ana]);
    expect(found('(212) 555-01')).toEqual([ben]);
    expect(found('zzz')).toEqual([]);
    expect(found('()')).toEqual([]);
  });

  it('skips recipients without name and address', () => {
    const unknown = recipient('c-3', { firstName: null, lastName: null, address: null });
    expect(matchingRecipients([unknown], 'a')).toEqual([]);
    expect(emptyDraft.body).toBe('');
  });
});
