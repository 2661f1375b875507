import { AsYouType } from 'libphonenumber-js/min';

/** (XXX) XXX-XXXX, cut to ten digits; a leading US country code is not one of them. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits;
  const ten = national.slice(0, 10);
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(ten) ?? [];
  if (area) return `(${area}) ${exchange}-${line}`;
  return new AsYouType('US').input(ten);
}
