// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { followWorker, listenToWorker } from './fromWorker';

it('messages of the worker wait for the first follower', () => {
  const worker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: worker });
  const send = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
  listenToWorker();
  send({ kind: 'open', path: '/home' });
  send({ kind: 'pushChanged' });
  send(null);
  const received: unknown[] = [];
  const stop = followWorker((message) => received.push(message));
  expect(received).toEqual([{ kind: 'open', path: '/home' }]);
  send({ kind: 'open', path: '/more' });
  stop();
  send({ kind: 'open', path: '/profile' });
  expect(received).toHaveLength(2);
  followWorker((message) => received.push(message));
  expect(received.at(-1)).toEqual({ kind: 'open', path: '/profile' });
});
