import { describe, expect, it } from 'vitest';
import { customer } from '@/testing/guests';
import { guestFromKey, guestKey, nameOf, phoneBeside, phoneHref } from './guests';

const nobody = { firstName: null, lastName: null, email: null, cellPhoneNumber: null };

describe('a guest', () => {
  it('is called by name, else by email, phone, or the id of the till', () => {
    expect(nameOf(customer('c-1'))).toBe('Ana Lopez');
    expect(nameOf(customer('c-1', { lastName: null }))).toBe('Ana');
    expect(nameOf(customer('c-1', { ...nobody, email: 'ana@example.com' }))).toBe(
      'ana@example.com',
    );
    expect(nameOf(customer('c-1', { ...nobody, cellPhoneNumber: '2125550123' }))).toBe(
      '(212) 555-0123',
    );
    expect(nameOf(customer('c-1', nobody))).toBe('Guest c-1');
  });

  it('has no name once erased, whatever an answer still holds', () => {
    expect(nameOf(customer('c-1', { erased: true }))).toBe('Erased guest');
  });

  it('shows its phone beside the name, not twice', () => {
    expect(phoneBeside(customer('c-1'))).toBe('(212) 555-0123');
    expect(phoneBeside(customer('c-1', { ...nobody, cellPhoneNumber: '2125550123' }))).toBeNull();
    expect(phoneBeside(customer('c-1', { cellPhoneNumber: null }))).toBeNull();
  });

  it('is rung by a number that phones understand', () => {
    expect(phoneHref('2125550123')).toBe('tel:+12125550123');
    expect(phoneHref('+44 20 7946 0958')).toBe('tel:+442079460958');
  });

  it('has a key that leads back', () => {
    const id = { posID: 'demo-pizza', posCustomerID: 'c_1' };
    expect(guestFromKey(guestKey(id))).toEqual(id);
    expect([null, '', 'demo-pizza', '/c-1'].map(guestFromKey)).toEqual([null, null, null, null]);
  });
});
