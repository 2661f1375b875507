import type { MarketingRecipient } from '@/api';

/** Recipients whose name or address contains the words, in any case; a phone number in any format. */
export function matchingRecipients(
  recipients: readonly MarketingRecipient[],
  words: string,
): readonly MarketingRecipient[] {
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
