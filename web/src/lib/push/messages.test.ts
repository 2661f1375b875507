import { describe, expect, it } from 'vitest';
import { payloadOf } from './messages';

const payload = {
  id: 'c-1',
  posID: 'demo-pizza',
  kind: 'largeVoid',
  title: 'Saffron Pizza',
  body: 'Large void: $84.20 at 7:42 PM',
  target: { kind: 'check', id: 'k-7' },
  unread: 3,
};

describe('a push', () => {
  it('is read as it was sent', () => {
    expect(payloadOf(payload)).toEqual(payload);
  });

  it('may have several locations, or no subject', () => {
    expect(payloadOf({ ...payload, posID: null, target: null })).toMatchObject({
      posID: null,
      target: null,
    });
  });

  it('always has a title', () => {
    expect(payloadOf({ id: 'c-1', body: 'Hello' })).toEqual({
      id: 'c-1',
      body: 'Hello',
      title: 'Saffron',
      posID: null,
      kind: '',
      target: null,
      unread: 0,
    });
  });

  it.each([null, undefined, 'text', 7, {}, { id: 'c-1' }, { body: 'Hello' }, { id: 1, body: 'a' }])(
    'has another shape: %j',
    (data) => {
      expect(payloadOf(data)).toBeNull();
    },
  );
});
