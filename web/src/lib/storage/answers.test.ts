import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beyond,
  bounds,
  dropCall,
  forgetAnswers,
  keepAnswer,
  keepCall,
  keptAnswer,
  waitingCalls,
  writeAnswers,
} from './answers';

beforeEach(() => forgetAnswers());

const call = { owner: 'me', url: '/viewed', method: 'POST', body: { id: '1' } };

describe('kept answers', () => {
  it('have their time of arrival, before and after writing', async () => {
    keepAnswer('me', 'sales', { total: 7 }, 1000);
    expect(await keptAnswer('me', 'sales')).toMatchObject({ data: { total: 7 }, at: 1000 });
    await writeAnswers();
    expect(await keptAnswer('me', 'sales')).toEqual({ data: { total: 7 }, at: 1000 });
  });

  it('are for their owner only', async () => {
    keepAnswer('me', 'sales', 7);
    expect(await keptAnswer('you', 'sales')).toBeUndefined();
    await writeAnswers();
    expect(await keptAnswer('you', 'sales')).toBeUndefined();
  });

  it('are forgotten, also those that are being written', async () => {
    keepAnswer('me', 'old', 1);
    await writeAnswers();
    keepAnswer('me', 'late', 2);
    const writing = writeAnswers();
    await forgetAnswers();
    await writing;
    expect(await keptAnswer('me', 'old')).toBeUndefined();
    expect(await keptAnswer('me', 'late')).toBeUndefined();
  });

  it('do not replace a too large answer by an old one', async () => {
    keepAnswer('me', 'list', ['short']);
    await writeAnswers();
    keepAnswer('me', 'list', 'x'.repeat(bounds.one));
    await writeAnswers();
    expect(await keptAnswer('me', 'list')).toBeUndefined();
  });

  it('are bounded in number: the oldest go', async () => {
    for (let at = 0; at <= bounds.answers; at++) keepAnswer('me', `r${at}`, at, at);
    await writeAnswers();
    expect(await keptAnswer('me', 'r0')).toBeUndefined();
    expect(await keptAnswer('me', 'r1')).toEqual({ data: 1, at: 1 });
  });

  it('are bounded in size', () => {
    const entry = (key: string, at: number) => ({ key, owner: 'me', at, size: bounds.total / 2 });
    expect(beyond([entry('a', 1), entry('b', 3), entry('c', 2)])).toEqual(['a']);
  });
});

describe('waiting calls', () => {
  it('stay in order until dropped, each with its owner', async () => {
    await keepCall(call);
    await keepCall({ ...call, body: { id: '2' } });
    await keepCall({ ...call, owner: 'you' });
    const waiting = await waitingCalls('me');
    expect(waiting.map(({ body }) => body)).toEqual([{ id: '1' }, { id: '2' }]);
    await dropCall(waiting[0]?.number ?? -1);
    expect((await waitingCalls('me')).map(({ body }) => body)).toEqual([{ id: '2' }]);
  });
});
