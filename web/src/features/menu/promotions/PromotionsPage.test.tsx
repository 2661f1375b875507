import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { menuItem, promotion } from '@/testing/data/menuRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const requests: Record<string, unknown>[] = [];

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-promotions', (request: Record<string, unknown>) => {
      requests.push(request);
      const ended = promotion('OLDCODE2', {
        state: 'ended',
        redemptions: 1,
        validUntil: '2026-10-31T23:59:59',
      });
      const promotionList = [promotion('K7WQ2M9X'), ...(request.ended ? [ended] : [])];
      return { promotionList, nextCursor: null };
    }),
  );
});

describe('/promotions', () => {
  it('lists promotions, and shows their QR code', async () => {
    renderApp('/promotions');
    const card = await screen.findByRole('button', { name: /Margherita/ });
    expect(card).toHaveTextContent(
      /\$10\.00.*\$12\.50.*20% off.*Nov 1, 2026 – Nov 30, 2026.*Valid.*Used on 12 checks/,
    );
    await userEvent.click(card);
    const sheet = within(await screen.findByRole('dialog', { name: 'Margherita' }));
    expect(sheet.getByRole('img', { name: 'QR code of K7WQ2M9X' })).toBeVisible();
    expect(sheet.getByText('K7WQ2M9X')).toBeVisible();
    expect(sheet.getByText('Use this QR Code while ordering to grab the promotion.')).toBeVisible();
  });

  it('shows ended ones on request, without a code', async () => {
    renderApp('/promotions');
    await screen.findByRole('button', { name: /Margherita/ });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show ended' }));
    const card = await screen.findByRole('button', { name: /Ended.*Used on 1 check$/ });
    await userEvent.click(card);
    const sheet = within(await screen.findByRole('dialog', { name: 'Margherita' }));
    expect(sheet.getByText('Ended on Oct 31, 2026')).toBeVisible();
    expect(sheet.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(sheet.queryByText(/Use this QR Code/)).toBeNull();
    const listRequest = { sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 50 };
    expect(requests).toEqual([listRequest, { ...listRequest, ended: true }]);
  });

  it('has no resulting price for an open one', async () => {
    const item = menuItem('o', { displayName: 'Corkage', price: 0, openPrice: true });
    server.use(
      answer('get-promotions', { promotionList: [promotion('C1', { item })], nextCursor: null }),
    );
    renderApp('/promotions');
    const card = await screen.findByRole('button', { name: /Corkage.*Open price.*20% off/ });
    expect(card).not.toHaveTextContent('$');
    await userEvent.click(card);
    const sheet = within(await screen.findByRole('dialog', { name: 'Corkage' }));
    expect(sheet.getByText('20% off')).toBeVisible();
    expect(sheet.queryByText(/\$/)).toBeNull();
  });

  it('is part of the menu, with a message without promotions', async () => {
    server.use(answer('get-promotions', { promotionList: [], nextCursor: null }));
    renderApp('/home/menu?part=promotions');
    expect(await screen.findByText('Oops! We could not find any promotions.')).toBeVisible();
  });

  it('asks for one of several locations', async () => {
    write('default_location', 'gone');
    renderApp('/promotions');
    expect(await screen.findByText('Please select location to proceed!')).toBeVisible();
  });
});
