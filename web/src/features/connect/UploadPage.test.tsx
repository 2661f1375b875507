import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Import } from '@/api';
import { pizza } from '@/testing/data/fixtures';
import { datesQuestion, importOf, uploading } from '@/testing/data/imports';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const PART = 524_288;

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

function fileOf(name: string, bytes: number): File {
  return new File([new Uint8Array(bytes)], name, { type: 'text/csv' });
}

/** A server that takes the parts of a file and then asks; answers what it got. */
function uploads(name: string, bytes: number, received = 0) {
  let stored: Import = uploading(name, bytes, received);
  const parts: number[] = [];
  server.use(
    answer('create-import', () => stored),
    answer('get-import', () => stored),
    answer('put-import-part', ({ part }) => {
      parts.push(Number(part));
      const [file] = stored.files;
      if (file === undefined) return stored;
      const missingParts = file.missingParts.filter((one) => one !== part);
      const receivedParts = file.parts - missingParts.length;
      stored = {
        ...stored,
        version: stored.version + 1,
        files: [{ ...file, missingParts, receivedParts }],
        ...(missingParts.length === 0 && { state: 'asking', questions: [datesQuestion] }),
      };
      return stored;
    }),
  );
  return parts;
}

async function choose(...files: File[]) {
  const user = userEvent.setup({ applyAccept: false });
  const input = (await screen.findAllByLabelText(/^Choose/)).find(
    (element) => element instanceof HTMLInputElement,
  );
  await user.upload(input as HTMLElement, files);
  return user;
}

describe('upload your sales', () => {
  it('sends a file in parts, and goes on to what it asks', async () => {
    const parts = uploads('january.csv', 2 * PART + 5);
    const { router } = renderApp('/admin-configuration/connect/upload');
    const user = await choose(fileOf('january.csv', 2 * PART + 5));
    expect(screen.getByText('1 file, 1 MB')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
    expect(await screen.findByRole('heading', { name: '1 question' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin-configuration/imports/import-1');
    expect(parts.toSorted()).toEqual([0, 1, 2]);
  });

  it('says before the upload what cannot be read', async () => {
    renderApp('/admin-configuration/connect/upload');
    const user = await choose(fileOf('january.csv', 3), fileOf('menu.pdf', 3));
    expect(screen.getByText(/^menu.pdf holds no table/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove menu.pdf' }));
    expect(screen.queryByText(/holds no table/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload 1 file' })).toBeEnabled();
  });

  it('shows why the server takes no more imports', async () => {
    const advice = 'Three imports are open. Please finish or discard one of them first.';
    server.use(answer('create-import', null, 409, advice));
    renderApp('/admin-configuration/connect/upload');
    const user = await choose(fileOf('january.csv', 3));
    await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
    expect(await screen.findByText(advice)).toBeVisible();
  });
});

describe('an upload that was cut', () => {
  it('goes on with the same files after a reload', async () => {
    const bytes = 4 * PART;
    const parts = uploads('january.csv', bytes, 3);
    renderApp('/admin-configuration/imports/import-1');
    expect(await screen.findByText('75% is here')).toBeVisible();
    await choose(fileOf('january.csv', bytes - 1));
    expect(await screen.findByText(/its size has changed/)).toBeVisible();
    expect(parts).toEqual([]);
    await choose(fileOf('january.csv', bytes));
    expect(await screen.findByRole('heading', { name: '1 question' })).toBeVisible();
    expect(parts).toEqual([3]);
  });

  it('can be tried again when the server refused a part', async () => {
    const begun = uploading('january.csv', 10);
    let refuses = true;
    server.use(
      answer('create-import', begun),
      answer('get-import', () => (refuses ? begun : importOf())),
    );
    server.use(answer('put-import-part', null, 403, 'No.'));
    renderApp('/admin-configuration/connect/upload');
    const user = await choose(fileOf('january.csv', 10));
    await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
    expect(await screen.findByRole('heading', { name: 'The upload stopped' })).toBeVisible();
    refuses = false;
    server.use(answer('put-import-part', importOf({ version: 9 })));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Import 1,204 checks' })).toBeVisible();
  });

  it('is discarded after a question', async () => {
    let stored: Import = uploading('january.csv', 10);
    server.use(
      answer('get-import', () => stored),
      answer('discard-import', () => {
        stored = { ...stored, state: 'discarded' };
        return stored;
      }),
    );
    renderApp('/admin-configuration/imports/import-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this import?' });
    await user.click(
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Discard') ??
        dialog,
    );
    expect(await screen.findByText('The import was discarded')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
