import { describe, expect, it } from 'vitest';
import { customer } from '@/testing/data/guests';
import { guestFromKey, guestKey, nameOf, phoneHref } from './guests';

const unknown = { firstName: null, lastName: null, email: null, cellPhoneNumber: null };

describe('a guest', () => {
  it("has a name, else email, phone, or the POS's id", () => {
    expect(nameOf(customer('c-1'))).toBe('Ana Lopez');
    expect(nameOf(customer('c-1', { lastName: null }))).toBe('Ana');
    expect(nameOf(customer('c-1', { ...unknown, email: 'ana@example.com' }))).toBe(
      'ana@example.com',
    );
    expect(nameOf(customer('c-1', { ...unknown, cellPhoneNumber: '2125550123' }))).toBe(
      '(212) 555-0123',
    );
    expect(nameOf(customer('c-1', unknown))).toBe('Guest c-1');
  });

  it('has no name once erased, even if an answer has one', () => {
    expect(nameOf(customer('c-1', { erased: true }))).toBe('Erased guest');
  });

  it('has a link that phones can dial', () => {
    expect(phoneHref('2125550123')).toBe('tel:+12125550123');
    expect(phoneHref('+44 20 7946 0958')).toBe('tel:+442079460958');
  });

  it('has a key that leads back', () => {
    const id = { posID: 'demo-pizza', posCustomerID: 'c_1' };
    expect(guestFromKey(guestKey(id))).toEqual(id);
    expect([null, '', 'demo-pizza', '/c-1'].map(guestFromKey)).toEqual([null, null, null, null]);
  });
});
