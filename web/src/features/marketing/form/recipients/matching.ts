import type { Customer, MarketingRecipient } from '@/api';

/** A recipient with visits and spend, as far as they are known. */
export interface PickedGuest extends MarketingRecipient {
  guest: Customer | null;
}

/** The recipients among guests, in the order of those; with `all`, recipients who are not among them come last. */
export function withVisits(
  recipients: readonly MarketingRecipient[],
  guests: readonly Customer[],
  all: boolean,
): readonly PickedGuest[] {
  const rest = new Map(recipients.map((recipient) => [recipient.posCustomerID, recipient]));
  const found = guests.flatMap((guest) => {
    const recipient = rest.get(guest.posCustomerID);
    rest.delete(guest.posCustomerID);
    return recipient === undefined ? [] : { ...recipient, guest };
  });
  if (!all) return found;
  return [...found, ...[...rest.values()].map((recipient) => ({ ...recipient, guest: null }))];
}

/** Recipients whose name or address contains the words, in any case; a phone number in any format. */
export function matchingRecipients<Recipient extends MarketingRecipient>(
  recipients: readonly Recipient[],
  words: string,
): readonly Recipient[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') {
    return recipients;
  }
  const digits = /^[\d\s()+.-]+$/.test(wanted) ? wanted.replace(/\D/g, '') : '';
  return recipients.filter(({ firstName, lastName, address }) => {
    const name = `${firstName ?? ''} ${lastName ?? ''}`.toLowerCase();
    const where = (address ?? '').toLowerCase();
    return (
      name.includes(wanted) || where.includes(wanted) || (digits !== '' && where.includes(digits))
    );
  });
}
