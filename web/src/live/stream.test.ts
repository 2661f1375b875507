import { describe, expect, it } from 'vitest';
import { type SseEvent, sseParser } from './stream';

function parse(chunks: string[], lastId = ''): SseEvent[] {
  const events: SseEvent[] = [];
  const parser = sseParser({ onEvent: (event) => events.push(event) }, lastId);
  for (const chunk of chunks) parser.push(chunk);
  return events;
}

const text = [
  ': hello',
  '',
  'id: 7-1',
  'event: report.changed',
  'data: {"id":"a",',
  'data: "version":1}',
  '',
  'event:reset',
  'data:{}',
  '',
  'data',
  '',
  '',
].join('\n');

const expected: SseEvent[] = [
  { type: 'report.changed', data: '{"id":"a",\n"version":1}', id: '7-1' },
  { type: 'reset', data: '{}', id: '7-1' },
  { type: 'message', data: '', id: '7-1' },
];

describe('event stream', () => {
  it('reads fields, comments, data lines and the lasting id', () => {
    expect(parse([text])).toEqual(expected);
  });

  it.each(['\n', '\r\n', '\r'])('reads line ends %j cut at every position', (end) => {
    const wire = text.replaceAll('\n', end);
    for (let cut = 0; cut <= wire.length; cut++) {
      expect(parse([wire.slice(0, cut), wire.slice(cut)])).toEqual(expected);
    }
    expect(parse([...wire])).toEqual(expected);
  });

  it('passes an event on after its empty line', () => {
    expect(parse(['data: a\n'])).toEqual([]);
  });

  it('begins with the given id, and ignores null characters', () => {
    expect(parse(['id: x\0y\ndata: a\n\n'], '7-9')).toEqual([
      { type: 'message', data: 'a', id: '7-9' },
    ]);
  });

  it('reports an id without an event, also a repeated one', () => {
    const ids: string[] = [];
    const parser = sseParser({
      onEvent: ({ id }) => ids.push(`event ${id}`),
      onId: (id) => ids.push(id),
    });
    parser.push(':\nid: 7-1\n\n:\nid: 7-1\n\n:\n\nid: 7-2\ndata: a\n\n:\nid: 7-2\n\nid: 7-3\n\n');
    expect(ids).toEqual(['7-1', '7-1', 'event 7-2', '7-2', '7-3']);
  });

  it('reports a retry time in digits only', () => {
    const waits: number[] = [];
    const parser = sseParser({ onEvent: () => undefined, onRetry: (ms) => waits.push(ms) });
    parser.push('retry: 2500\n\nretry: soon\nretry:\nretry: -1\n\n');
    expect(waits).toEqual([2500]);
  });
});
