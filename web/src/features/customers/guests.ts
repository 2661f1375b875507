import type { Customer, MessageChannel } from '@/api';
import { messages } from '@/lib/messages';
import { formatPhone } from '@/lib/phone/phone';

/** A guest by location. */
export interface GuestId {
  posID: string;
  posCustomerID: string;
}

/** Key of a guest: an id is unique within its location only. */
export function guestKey({ posID, posCustomerID }: GuestId): string {
  return `${posID}/${posCustomerID}`;
}

/** The guest of a key; `null` if it is none. */
export function guestFromKey(key: string | null): GuestId | null {
  const [posID, posCustomerID] = key?.split('/') ?? [];
  return posID && posCustomerID ? { posID, posCustomerID } : null;
}

type Named = Pick<
  Customer,
  'firstName' | 'lastName' | 'email' | 'cellPhoneNumber' | 'posCustomerID' | 'erased'
>;

/** Display name of a guest: name, else email, phone, or the till's id. */
export function nameOf(guest: Named): string {
  const { firstName, lastName, email, cellPhoneNumber, posCustomerID, erased } = guest;
  if (erased) {
    return messages.guest.erased;
  }
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    name ||
    email ||
    (cellPhoneNumber && formatPhone(cellPhoneNumber)) ||
    messages.guest.nameless(posCustomerID)
  );
}

/** Link of a phone number. */
export function phoneHref(phone: string): string {
  return /^\d{10}$/.test(phone) ? `tel:+1${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** The channels by which a guest can be reached. */
export function channelsOf({
  email,
  cellPhoneNumber,
}: Pick<Customer, 'email' | 'cellPhoneNumber'>): MessageChannel[] {
  return [
    ...(email === null ? [] : ['email' as const]),
    ...(cellPhoneNumber === null ? [] : ['text' as const]),
  ];
}
