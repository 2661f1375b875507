import { describe, expect, it } from 'vitest';
import { isEmail, normalizeEmail } from './email';
import { fieldMessage } from './fieldMessage';
import { isPosID, normalizeLinkCode } from './location';
import { isPhone, phoneDigits } from './phone';

describe('email', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', '  Owner@Saffron.Example ', "o'neil@x.org"])(
    'accepts %s',
    (text) => expect(isEmail(text)).toBe(true),
  );

  it.each(['', 'a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@b..co', 'a@-b.co', '@b.co', 'a@b.co.'])(
    'refuses %s',
    (text) => expect(isEmail(text)).toBe(false),
  );

  it('trims and lower-cases', () => {
    expect(normalizeEmail('  Owner@Saffron.Example ')).toBe('owner@saffron.example');
  });
});

describe('phone', () => {
  it.each([
    '2125550123',
    '212-555-0123',
    '212 555 0123',
    '(212) 555-0123',
    '(212)5550123',
    '1 212 555 0123',
    '1-(212)-555-0123',
  ])('accepts %s', (text) => expect(isPhone(text)).toBe(true));

  it.each([
    '',
    '212555012',
    '21255501234',
    '2 212 555 0123',
    '(212 5550123',
    '212.555.0123',
    'abc',
  ])('refuses %s', (text) => expect(isPhone(text)).toBe(false));

  it('is sent as ten digits', () => {
    expect(phoneDigits('1 (212) 555-0123')).toBe('2125550123');
  });
});

describe('location', () => {
  it('accepts valid identifiers only', () => {
    expect(isPosID('demo-pizza_1')).toBe(true);
    expect(isPosID('')).toBe(false);
    expect(isPosID('a b')).toBe(false);
    expect(isPosID('x'.repeat(65))).toBe(false);
  });

  it('reads a code without the blanks around and in it', () => {
    expect(normalizeLinkCode(' ABCDE FGH12 ')).toBe('ABCDEFGH12');
  });
});

describe("the server's message about a field", () => {
  it('becomes a sentence', () => {
    expect(fieldMessage('Price', 'must not be negative')).toBe('Price must not be negative.');
    expect(fieldMessage('Phone', 'is missing.')).toBe('Phone is missing.');
    expect(fieldMessage('Phone', 'Please try again.')).toBe('Please try again.');
    expect(fieldMessage('Phone', '')).toBe('');
  });
});
