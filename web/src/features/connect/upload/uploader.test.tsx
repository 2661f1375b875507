import { describe, expect, it, vi } from 'vitest';
import type { Import } from '@/api';
import { uploading } from '@/testing/data/imports';
import { PART_BYTES as PART, type Part } from './parts';
import { type SendPart, startUploader, type UploadState } from './uploader';

/** Bytes of a file: each part has its number in every byte. */
function fileOf(bytes: number, name = 'january.csv'): File {
  const content = new Uint8Array(bytes).map((_, index) => 65 + Math.floor(index / PART));
  return new File([content], name);
}

/** A server that stores parts; `answers` decides of an attempt whether it fails. */
function serverOf(begun: Import, fails: (part: Part, attempt: number) => unknown = () => null) {
  const stored = new Map<number, string>();
  const attempts: number[] = [];
  let version = begun.version;
  const received = new Set<number>();
  const [file] = begun.files;
  if (file === undefined) throw new Error('no file');
  for (let part = 0; part < file.receivedParts; part++) received.add(part);
  const send: SendPart = async ({ data, ...part }) => {
    attempts.push(part.part);
    const failure = fails(part, attempts.filter((one) => one === part.part).length);
    if (failure) throw failure;
    stored.set(part.part, data);
    received.add(part.part);
    version += 1;
    const missing = Array.from({ length: file.parts }, (_, index) => index).filter(
      (index) => !received.has(index),
    );
    return {
      ...begun,
      version,
      state: missing.length === 0 ? 'judging' : 'uploading',
      // As the server names the first ones only.
      files: [{ ...file, receivedParts: received.size, missingParts: missing.slice(0, 3) }],
    };
  };
  return { send, stored, attempts };
}

function run(begun: Import, file: File, server: ReturnType<typeof serverOf>, online = () => true) {
  const phases: UploadState['phase'][] = [];
  const upload = startUploader({
    import: begun,
    files: new Map([[0, file]]),
    send: server.send,
    onChange: () => {
      const { phase } = upload.state();
      if (phases.at(-1) !== phase) phases.push(phase);
    },
    isOnline: online,
    wait: () => 0,
  });
  return { upload, phases };
}

describe('upload', () => {
  it('sends each part of a file once', async () => {
    const bytes = 6 * PART + 3;
    const begun = uploading('january.csv', bytes);
    const server = serverOf(begun);
    const { upload, phases } = run(begun, fileOf(bytes), server);
    await upload.ended;
    expect(server.attempts.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(atob(server.stored.get(6) ?? '')).toBe('GGG');
    expect(atob(server.stored.get(1) ?? '')).toBe('B'.repeat(PART));
    expect(phases.at(-1)).toBe('done');
    expect(upload.state().import.state).toBe('judging');
  });

  it('has two parts under way at a time', async () => {
    const begun = uploading('january.csv', 6 * PART);
    const server = serverOf(begun);
    let underway = 0;
    let most = 0;
    let held: (() => void)[] = [];
    const send: SendPart = async (part) => {
      underway += 1;
      most = Math.max(most, underway);
      // Each is answered only when another one is under way, too.
      const pair = new Promise<void>((resolve) => held.push(resolve));
      if (held.length === 2) {
        for (const release of held) release();
        held = [];
      }
      await pair;
      underway -= 1;
      return server.send(part);
    };
    await run(begun, fileOf(6 * PART), { ...server, send }).upload.ended;
    expect(most).toBe(2);
    expect(server.attempts).toHaveLength(6);
  });

  it('sends only what is missing', async () => {
    const bytes = 4 * PART;
    const begun = uploading('january.csv', bytes, 3);
    const server = serverOf(begun);
    await run(begun, fileOf(bytes), server).upload.ended;
    expect(server.attempts).toEqual([3]);
  });

  it('sends a part again after a lost network', async () => {
    const begun = uploading('january.csv', 3 * PART);
    const server = serverOf(begun, ({ part }, attempt) =>
      part === 1 && attempt < 12 ? { status: 'offline', message: '' } : null,
    );
    const { upload, phases } = run(begun, fileOf(3 * PART), server);
    await upload.ended;
    expect(server.attempts.filter((part) => part === 1)).toHaveLength(12);
    expect(phases).toContain('waiting');
    expect(phases.at(-1)).toBe('done');
  });

  it('goes on at once when the network is back', async () => {
    const begun = uploading('january.csv', 10);
    let lost = true;
    const server = serverOf(begun, () => lost && { status: 'offline', message: '' });
    let waiting: (() => void) | undefined;
    const isWaiting = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    const upload = startUploader({
      import: begun,
      files: new Map([[0, fileOf(10)]]),
      send: server.send,
      onChange: () => {
        if (upload.state().phase === 'waiting') waiting?.();
      },
      // Longer than any test: only the event ends it.
      wait: () => 1e9,
    });
    await isWaiting;
    lost = false;
    // Its timer is set within the same turn.
    await vi.waitFor(async () => {
      window.dispatchEvent(new Event('online'));
      expect(upload.state().phase).toBe('done');
    });
  });

  it('stops when the server refuses a part', async () => {
    const begun = uploading('january.csv', 3 * PART);
    const refusal = { status: 409, message: 'Another part is stored.' };
    const server = serverOf(begun, ({ part }) => part === 0 && refusal);
    const { upload } = run(begun, fileOf(3 * PART), server);
    await upload.ended;
    expect(upload.state()).toMatchObject({ phase: 'stopped', error: refusal });
    expect(server.attempts.filter((part) => part === 0)).toHaveLength(1);
  });

  it('stops after several errors of the server', async () => {
    const begun = uploading('january.csv', 10);
    const server = serverOf(begun, () => ({ status: 500, message: '' }));
    const { upload } = run(begun, fileOf(10), server);
    await upload.ended;
    expect(server.attempts).toHaveLength(8);
    expect(upload.state().phase).toBe('stopped');
  });

  it('names the file that the device cannot read', async () => {
    const begun = uploading('january.csv', 10);
    const file = fileOf(10);
    // Not a Blob any more, as the reader sees it.
    file.slice = () => ({}) as Blob;
    const { upload } = run(begun, file, serverOf(begun));
    await upload.ended;
    expect(upload.state()).toMatchObject({ phase: 'stopped', unreadable: 'january.csv' });
  });

  it('sends nothing more once it is stopped', async () => {
    const begun = uploading('january.csv', 8 * PART);
    const server = serverOf(begun);
    const { upload } = run(begun, fileOf(8 * PART), server);
    upload.stop();
    await upload.ended;
    expect(server.attempts).toEqual([]);
    expect(upload.state().phase).toBe('stopped');
  });
});
