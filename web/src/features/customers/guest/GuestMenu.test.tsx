import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { customer } from '@/testing/data/guests';
import { linkAnother, openGuest, signedInWithAGuest } from '@/testing/guestsPage';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

signedInWithAGuest();

describe("a guest's request", () => {
  async function fromMenu(name: string) {
    await openGuest();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }

  it('is a copy of their data', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    server.use(answer('export-customer', { customer: { firstName: 'Ana' } }));
    await fromMenu('Export data');
    expect(await screen.findByText('Saved guest-c-1.json')).toBeVisible();
    expect(saved[0]?.type).toBe('application/json;charset=utf-8');
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual({ customer: { firstName: 'Ana' } });
  });

  it('is to be forgotten, after two questions', async () => {
    const sent: unknown[] = [];
    server.use(
      answer('erase-customer', (request) => {
        sent.push(request);
        return null;
      }),
    );
    await fromMenu('Erase');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ana Lopez?' }));
    expect(dialog.getByText(/Visits, spend and points stay/)).toBeVisible();
    // A double tap accepts the first question only.
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Continue' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Erase for good?' }));
    expect(sent).toEqual([]);
    const later = performance.now() + 1000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await userEvent.click(sure.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('Guest erased.')).toBeVisible();
    expect(sent).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', posCustomerID: 'c-1' },
    ]);
  });

  it('to be forgotten names the one of several locations', async () => {
    linkAnother();
    await fromMenu('Erase');
    const question = 'Erase Ana Lopez at Saffron Pizza?';
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
  });

  it('leaves others with the same address who are not ticked', async () => {
    const sent: unknown[] = [];
    const requests: unknown[] = [];
    const twin = (id: string, firstName: string, sameEmail: boolean) => ({
      customer: { ...customer(id), firstName },
      sameEmail,
      samePhone: true,
    });
    server.use(
      answer('get-customer-twins', (request) => {
        requests.push(request);
        return { twinList: [twin('c-2', 'Bo', true), twin('c-3', 'Cy', false)], nextCursor: 'c-3' };
      }),
      answer('erase-customer', (request) => {
        sent.push(request);
        return null;
      }),
    );
    await fromMenu('Erase');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ana Lopez?' }));
    const bo = await dialog.findByRole('checkbox', { name: 'Bo Lopez' });
    const cy = dialog.getByRole('checkbox', { name: 'Cy Lopez' });
    expect(bo).not.toBeChecked();
    expect(cy).not.toBeChecked();
    expect(dialog.getByText('Same email and phone')).toBeVisible();
    expect(dialog.getByText('Same phone')).toBeVisible();
    expect(dialog.getByText(/first 100/)).toBeVisible();
    await userEvent.click(cy);
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Erase for good?' }));
    expect(sure.getByText('Ana Lopez and 1 more cannot be restored.')).toBeVisible();
    const later = performance.now() + 1000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await userEvent.click(sure.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('Guests erased.')).toBeVisible();
    const guest = { sessionID: testUser.sessionID, posID: 'demo-pizza', posCustomerID: 'c-1' };
    expect(sent).toEqual([{ ...guest, alsoErase: ['c-3'] }]);
    expect(requests[0]).toEqual({ ...guest, limit: 100 });
  });

  it('waits for the others with the same address', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      answer('get-customer-twins', async () => {
        await released;
        return { twinList: [], nextCursor: null };
      }),
    );
    await fromMenu('Erase');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ana Lopez?' }));
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    release();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled());
  });

  it('keeps the others if they cannot be loaded', async () => {
    server.use(answer('get-customer-twins', null, 500));
    await fromMenu('Erase');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ana Lopez?' }));
    expect(await dialog.findByText(/We couldn't look for guests/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });
});
