import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { IngestKey } from '@/api';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const page = '/admin-configuration/ingest-keys';

const providers: IngestKey = {
  id: 'till',
  name: 'POS',
  kind: 'till',
  createdAt: '2026-01-05T09:00:00',
  createdBy: null,
  lastUsedAt: null,
  revokedAt: null,
};
const bar: IngestKey = {
  ...providers,
  id: 'key-1',
  name: 'Bar register',
  createdAt: '2026-06-01T10:00:00',
  createdBy: 'Ana Reyes',
  lastUsedAt: '2026-07-17T22:10:00',
};

/** The server's keys, newest first, and what was sent. */
function stored(keys: IngestKey[]) {
  const sent: Record<string, unknown>[] = [];
  server.use(
    answer('get-ingest-keys', () => ({ ingestKeyList: keys, nextCursor: null })),
    answer('create-ingest-key', (request) => {
      sent.push(request);
      const key = { ...bar, id: 'key-2', name: String(request.name), lastUsedAt: null };
      keys.unshift(key);
      return { ingestKey: 'secret-of-the-new-key', key };
    }),
    answer('revoke-ingest-key', (request) => {
      sent.push(request);
      const at = keys.findIndex(({ id }) => id === request.id);
      const key = keys[at];
      if (key) keys[at] = { ...key, revokedAt: '2026-07-18T12:00:00' };
      return null;
    }),
  );
  return sent;
}

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

it('a key is created by name and shown once', async () => {
  const sent = stored([providers]);
  renderApp(page);
  const user = userEvent.setup();
  expect(await screen.findByText('Key of your POS provider, who can replace it')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.click(sheet.getByRole('button', { name: 'Create key' }));
  expect(await sheet.findByText('Please enter a name.')).toBeVisible();
  await user.type(sheet.getByRole('textbox', { name: 'Name' }), ' Bar ');
  await user.click(sheet.getByRole('button', { name: 'Create key' }));
  expect(await sheet.findByText('secret-of-the-new-key')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ posID: pizza.posID, name: 'Bar' })]);
  // The secret is in no name of a button, which screen readers say aloud.
  expect(sheet.getByRole('button', { name: 'Copy Ingest key' })).toBeVisible();
  await user.click(sheet.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('secret-of-the-new-key')).toBeNull());
  expect(await screen.findByText('Bar')).toBeVisible();
});

it('a key is revoked after a question, the provider’s is not', async () => {
  const sent = stored([bar, providers]);
  renderApp(page);
  const user = userEvent.setup();
  expect(await screen.findByText(/^Created Jun 1.* by Ana Reyes · Last used Jul 17/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Revoke POS' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Revoke Bar register' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ posID: pizza.posID, id: 'key-1' })]);
  expect(screen.queryByRole('button', { name: 'Revoke Bar register' })).toBeNull();
});
