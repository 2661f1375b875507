// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { followWorker, hearWorker } from './fromWorker';

it('keeps what the worker says until somebody follows it', () => {
  const worker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: worker });
  const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
  hearWorker();
  say({ kind: 'open', path: '/home' });
  say({ kind: 'pushChanged' });
  say(null);
  const heard: unknown[] = [];
  const stop = followWorker((message) => heard.push(message));
  expect(heard).toEqual([{ kind: 'open', path: '/home' }]);
  say({ kind: 'open', path: '/more' });
  stop();
  say({ kind: 'open', path: '/profile' });
  expect(heard).toHaveLength(2);
  followWorker((message) => heard.push(message));
  expect(heard.at(-1)).toEqual({ kind: 'open', path: '/profile' });
});
