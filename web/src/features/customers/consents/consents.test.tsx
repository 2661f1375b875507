import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Consent, Customer } from '@/api';
import { customer } from '@/testing/data/guests';
import { excludes } from '@/testing/data/marketing';
import { linkAnother, openGuest, signedInWithAGuest } from '@/testing/guestsPage';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const sent: unknown[] = [];

function consent(rest: Partial<Consent> = {}): Consent {
  return {
    at: '2026-11-12T19:02:00',
    channel: 'text',
    granted: false,
    act: 'stop',
    by: null,
    ...rest,
  };
}

function consentCall(exclusion: string | null, status = 200) {
  return answer(
    'update-customer-consent',
    (request) => {
      sent.push(request);
      return { exclusion };
    },
    status,
  );
}

async function openForm(guest?: Customer) {
  await openGuest(guest);
  await userEvent.click(screen.getByRole('button', { name: 'Update preferences' }));
  return within(await screen.findByRole('dialog', { name: /^Ana Lopez's contact/ }));
}

signedInWithAGuest();
beforeEach(() => {
  sent.length = 0;
  server.use(excludes({ email: 'noConsent', text: 'tooMany' }));
});

describe("a guest's standing", () => {
  it('is of one of several locations', async () => {
    linkAnother();
    await openForm();
    const title = "Ana Lopez's contact preferences at Saffron Pizza";
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  });

  it('is shown at each address', async () => {
    await openGuest();
    expect(await screen.findByText('No consent on file')).toBeVisible();
    expect(await screen.findByText('Weekly message limit reached')).toBeVisible();
  });

  it('has a history of acts, newest first', async () => {
    server.use(
      answer('get-customer-consents', ({ cursor }) =>
        cursor === undefined
          ? {
              consentList: [
                consent(),
                consent({ channel: 'email', granted: true, act: 'owner', by: 'Olive Owner' }),
              ],
              nextCursor: 'p2',
            }
          : { consentList: [consent({ granted: true, act: 'pos' })], nextCursor: null },
      ),
    );
    await openGuest();
    await userEvent.click(screen.getByRole('button', { name: 'Consent history' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Consent history' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Load more' }));
    await waitFor(() =>
      expect(sheet.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
        'TextNov 12, 2026, 7:02 PM · by STOP textOpted out',
        'EmailNov 12, 2026, 7:02 PM · saved by Olive OwnerOpted in',
        'TextNov 12, 2026, 7:02 PM · from the POSOpted in',
      ]),
    );
  });
});

describe('recording a consent', () => {
  it('is sent once, for the channel that is chosen', async () => {
    server.use(consentCall(null));
    const sheet = await openForm();
    await userEvent.click(sheet.getByRole('radio', { name: 'Text' }));
    await userEvent.click(sheet.getByRole('radio', { name: 'OK to send offers' }));
    await userEvent.dblClick(sheet.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Preferences saved.')).toBeVisible();
    expect(sent).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        posCustomerID: 'c-1',
        channel: 'text',
        granted: true,
      },
    ]);
  });

  it("shows that the guest's own act has priority", async () => {
    server.use(consentCall('optedOut'));
    const sheet = await openForm(customer('c-1', { email: null }));
    expect(sheet.queryByRole('radio', { name: 'Email' })).toBeNull();
    await userEvent.click(sheet.getByRole('radio', { name: 'OK to send offers' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Only the guest can opt in again/)).toBeVisible();
  });

  it('stays open after a failure', async () => {
    server.use(consentCall(null, 500));
    const sheet = await openForm();
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText("We couldn't save the preferences. Please try again."),
    ).toBeVisible();
    expect(sheet.getByRole('button', { name: 'Save' })).toBeVisible();
  });

  it('is not offered without an address', async () => {
    await openGuest(customer('c-1', { email: null, cellPhoneNumber: null }));
    expect(screen.queryByRole('button', { name: 'Update preferences' })).toBeNull();
  });
});
