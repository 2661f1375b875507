import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openGuest, signedInWithAGuest } from '@/testing/guestsPage';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

signedInWithAGuest();

describe('what a guest may ask for', () => {
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
    const what = within(await screen.findByRole('dialog', { name: 'Erase Ana Lopez?' }));
    expect(what.getByText(/Visits, spend and points stay/)).toBeVisible();
    // A double tap answers the first question only.
    await userEvent.dblClick(what.getByRole('button', { name: 'Continue' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Erase for good?' }));
    expect(sent).toEqual([]);
    const later = performance.now() + 1000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await userEvent.click(sure.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('The guest was erased.')).toBeVisible();
    expect(sent).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', posCustomerID: 'c-1' },
    ]);
  });
});
