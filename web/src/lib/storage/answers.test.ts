import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beyond,
  bounds,
  dropCall,
  forgetAnswers,
  storeAnswer,
  storeCall,
  storedAnswer,
  waitingCalls,
  writeAnswers,
} from './answers';

beforeEach(() => forgetAnswers());

const call = { owner: 'me', url: '/viewed', method: 'POST', body: { id: '1' } };

describe('stored answers', () => {
  it('have their time of arrival, before and after writing', async () => {
    storeAnswer('me', 'sales', { total: 7 }, 1000);
    expect(await storedAnswer('me', 'sales')).toMatchObject({ data: { total: 7 }, at: 1000 });
    await writeAnswers();
    expect(await storedAnswer('me', 'sales')).toEqual({ data: { total: 7 }, at: 1000 });
  });

  it('are for their owner only', async () => {
    storeAnswer('me', 'sales', 7);
    expect(await storedAnswer('you', 'sales')).toBeUndefined();
    await writeAnswers();
    expect(await storedAnswer('you', 'sales')).toBeUndefined();
  });

  it('are forgotten, also those that are being written', async () => {
    storeAnswer('me', 'old', 1);
    await writeAnswers();
    storeAnswer('me', 'late', 2);
    const writing = writeAnswers();
    await forgetAnswers();
    await writing;
    expect(await storedAnswer('me', 'old')).toBeUndefined();
    expect(await storedAnswer('me', 'late')).toBeUndefined();
  });

  it('do not replace a too large answer by an old one', async () => {
    storeAnswer('me', 'list', ['short']);
    await writeAnswers();
    storeAnswer('me', 'list', 'x'.repeat(bounds.one));
    await writeAnswers();
    expect(await storedAnswer('me', 'list')).toBeUndefined();
  });

  it('are bounded in number: the oldest go', async () => {
    for (let at = 0; at <= bounds.answers; at++) storeAnswer('me', `r${at}`, at, at);
    await writeAnswers();
    expect(await storedAnswer('me', 'r0')).toBeUndefined();
    expect(await storedAnswer('me', 'r1')).toEqual({ data: 1, at: 1 });
  });

  it('are bounded in size', () => {
    const entry = (key: string, at: number) => ({ key, owner: 'me', at, size: bounds.total / 2 });
    expect(beyond([entry('a', 1), entry('b', 3), entry('c', 2)])).toEqual(['a']);
  });
});

describe('waiting calls', () => {
  it('stay in order until dropped, each with its owner', async () => {
    await storeCall(call);
    await storeCall({ ...call, body: { id: '2' } });
    await storeCall({ ...call, owner: 'you' });
    const waiting = await waitingCalls('me');
    expect(waiting.map(({ body }) => body)).toEqual([{ id: '1' }, { id: '2' }]);
    await dropCall(waiting[0]?.number ?? -1);
    expect((await waitingCalls('me')).map(({ body }) => body)).toEqual([{ id: '2' }]);
  });
});
