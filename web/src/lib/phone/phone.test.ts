import { expect, it } from 'vitest';
import { formatPhone } from './phone';

it.each([
  ['2125550123', '(212) 555-0123'],
  ['+1 212-555-0123', '(212) 555-0123'],
  ['12125550123', '(212) 555-0123'],
  ['212555012399', '(212) 555-0123'],
  ['212555', '(212) 555'],
  ['', ''],
])('shows %s as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});
