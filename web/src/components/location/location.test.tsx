import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderWithProviders, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';
import { matchingLocations } from './choice/matchingLocations';
import { LocationStrip } from './LocationStrip';

const list = `get-restaurant-list/${testUser.sessionID}`;

async function openSheet() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^(Select|Change)$/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Select Location' });
  return { user, sheet: within(sheet) };
}

describe('location selection', () => {
  it('searches by name, sets the location of every screen and closes', async () => {
    rememberSignIn();
    server.use(answer(list, [pizza, tacos]));
    const { store } = renderWithProviders(<LocationStrip variant="chart" />);
    expect(screen.getByText('Select Location')).toBeVisible();

    const { user, sheet } = await openSheet();
    expect(sheet.queryByText('All Locations')).toBeNull();
    await user.type(await sheet.findByRole('searchbox'), 'TACO');
    expect(sheet.queryByRole('button', { name: /Saffron Pizza/ })).toBeNull();
    await user.click(sheet.getByRole('button', { name: /Taco Corner/ }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Taco Corner')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change' })).toBeVisible();
    expect(store.getState().selectedLocation).toEqual({
      chart: 'demo-tacos',
      general: 'demo-tacos',
    });
    expect(read('default_chart_location')).toBe('demo-tacos');
    expect(read('default_location')).toBe('demo-tacos');
  });

  it('keeps the height of the sheet while a search shrinks the list', async () => {
    rememberSignIn();
    server.use(answer(list, [pizza, tacos]));
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(112);
    renderWithProviders(<LocationStrip variant="general" />);
    const { user, sheet } = await openSheet();
    const search = await sheet.findByRole('searchbox');
    const around = sheet.getByRole('list').parentElement;
    expect(around).not.toHaveStyle({ minHeight: '112px' });
    await user.type(search, 'taco');
    expect(sheet.getAllByRole('listitem')).toHaveLength(1);
    expect(around).toHaveStyle({ minHeight: '112px' });
    await user.clear(search);
    expect(around).not.toHaveStyle({ minHeight: '112px' });
  });

  it('shows a message without a match', async () => {
    rememberSignIn();
    server.use(answer(list, [pizza, tacos]));
    renderWithProviders(<LocationStrip variant="general" />);
    const { user, sheet } = await openSheet();
    const search = await sheet.findByRole('searchbox');
    const isSpoken = liveRegions();
    await user.type(search, 'sushi');
    expect(isSpoken(sheet.getByText('No locations match that name.'))).toBe(true);
  });

  it('does nothing when the chosen location is chosen again', async () => {
    rememberSignIn();
    write('default_location', pizza.posID);
    server.use(answer(list, [pizza, tacos]));
    renderWithProviders(<LocationStrip variant="general" />);
    const { user, sheet } = await openSheet();
    await user.click(await sheet.findByRole('button', { name: /Saffron Pizza/ }));
    expect(screen.getByRole('dialog', { name: 'Select Location' })).toBeVisible();
    expect(read('default_location')).toBe(pizza.posID);
  });

  it("clears the selection of charts alone with 'All Locations'", async () => {
    rememberSignIn();
    write('default_location', pizza.posID);
    write('default_chart_location', pizza.posID);
    server.use(answer(list, [pizza, tacos]));
    renderWithProviders(<LocationStrip variant="chart" allowAll />);
    const { user, sheet } = await openSheet();
    await user.click(await sheet.findByRole('button', { name: 'All Locations' }));
    expect(await screen.findByText('All Location')).toBeVisible();
    expect(read('default_chart_location')).toBeNull();
    expect(read('default_location')).toBe(pizza.posID);
  });

  it('drops a location that is no longer linked', async () => {
    rememberSignIn();
    write('default_location', 'gone');
    server.use(answer(list, [pizza, tacos]));
    renderWithProviders(<LocationStrip variant="general" />);
    expect(await screen.findByRole('button', { name: 'Select' })).toBeVisible();
    expect(screen.getByText('Select Location')).toBeVisible();
  });

  it('chooses the only location', async () => {
    rememberSignIn();
    server.use(answer(list, [pizza]));
    renderWithProviders(<LocationStrip variant="general" />);
    expect(await screen.findByText(pizza.name)).toBeVisible();
  });

  it('shows a spinner while loading, and retries after an error', async () => {
    rememberSignIn();
    let failing = true;
    server.use(answer(list, null, 500));
    renderWithProviders(<LocationStrip variant="general" />);
    const { user, sheet } = await openSheet();
    expect(
      await sheet.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
    failing = false;
    server.use(answer(list, () => (failing ? [] : [pizza])));
    await user.click(sheet.getByRole('button', { name: 'Try Again' }));
    expect(await sheet.findByRole('button', { name: /Saffron Pizza/ })).toBeVisible();
  });

  it('matches a part of the name, whatever its case', () => {
    expect(matchingLocations([pizza, tacos], ' pizz ')).toEqual([pizza]);
    expect(matchingLocations([pizza, tacos], '')).toEqual([pizza, tacos]);
    expect(matchingLocations([pizza, tacos], 'main st')).toEqual([]);
  });
});
