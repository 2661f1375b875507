import { describe, expect, it } from 'vitest';
import { payloadOf } from './messages';

const payload = {
  id: 'c-1',
  posID: 'demo-pizza',
  kind: 'largeVoid',
  title: 'Saffron Pizza',
  body: 'Large void: $84.20 at 19:42',
  target: { kind: 'check', id: 'k-7' },
  unread: 3,
};

describe('a push', () => {
  it('is read as it was sent', () => {
    expect(payloadOf(payload)).toEqual(payload);
  });

  it('may be about several locations, or about nothing in particular', () => {
    expect(payloadOf({ ...payload, posID: null, target: null })).toMatchObject({
      posID: null,
      target: null,
    });
  });

  it('has a title in any case', () => {
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
    'is none of ours: %j',
    (data) => {
      expect(payloadOf(data)).toBeNull();
    },
  );
});
