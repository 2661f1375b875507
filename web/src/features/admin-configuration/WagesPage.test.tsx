import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type Wages } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const path = '/admin-configuration/wages';
const list = `get-restaurant-list/${testUser.sessionID}`;

const ana = {
  employeeID: 'e1',
  employeeName: 'Ana',
  job: 'Cook',
  shifts: 12,
  first: '2026-07-17',
  last: '2026-11-20',
};
const bo = { ...ana, employeeID: 'e2', employeeName: 'Bo', shifts: 4, first: '2026-06-30' };
const nobody = { ...ana, employeeID: null, employeeName: null, job: null, shifts: 1 };
const dee = {
  employeeID: 'e4',
  employeeName: 'Dee',
  job: null,
  from: '2026-07-01',
  rate: 18,
};
const host = { employeeID: null, employeeName: null, job: 'Host', from: '2026-05-01', rate: 15.5 };

let wages: Wages;
let reads: number;
const sent: Record<string, unknown>[] = [];

const row = (name: RegExp) => screen.findByRole('button', { name });
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openAna() {
  await userEvent.click(await row(/^Ana/));
  return sheet('Wage of Ana at Saffron Pizza');
}

async function openDee() {
  await userEvent.click(await row(/^Dee/));
  return sheet('Wage of Dee at Saffron Pizza');
}

beforeEach(() => {
  sent.length = 0;
  reads = 0;
  wages = { wageList: [dee, host], withoutWageList: [ana, bo, nobody], counting: false };
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(list, () => [pizza, tacos].map((at) => ({ ...at, businessDate: '2026-11-29' }))),
    answer('get-wages', () => {
      reads += 1;
      return { wages };
    }),
    answer('set-wage', (request) => {
      sent.push(request);
      wages = { ...wages, withoutWageList: [bo], counting: true };
      return { wages };
    }),
  );
});

describe('the wages of a location', () => {
  it('are a row of the settings, with the people without one', async () => {
    renderApp('/admin-configuration');
    const setting = await screen.findByRole('link', { name: /^Wages/ });
    expect(setting).toHaveAttribute('href', path);
    await waitFor(() =>
      expect(setting).toHaveTextContent('3 people without a wage at Saffron Pizza'),
    );
  });

  it('are explained in the settings where nobody is without one', async () => {
    wages = { ...wages, withoutWageList: [] };
    renderApp('/admin-configuration');
    const setting = await screen.findByRole('link', { name: /^Wages/ });
    await waitFor(() => expect(reads).toBe(1));
    expect(setting).toHaveTextContent('Pay per hour where your POS sends none');
  });

  it('are not read in the settings of all locations', async () => {
    remove('default_location');
    renderApp('/admin-configuration');
    expect(await screen.findByRole('link', { name: /^Wages/ })).toBeVisible();
    expect(reads).toBe(0);
  });

  it('begin with the people without one', async () => {
    renderApp(path);
    const title = 'Wages at Saffron Pizza';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const without = within(await screen.findByRole('list', { name: '3 people without a wage' }));
    const rows = without.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'AnaCook · 12 shifts since Jul 17',
      'BoCook · 4 shifts since Jun 30',
      'Not named by your POS1 shift since Jul 17Your POS names neither the person nor the job, so no wage can be entered.',
    ]);
    expect(without.getAllByRole('button')).toHaveLength(2);
    expect(screen.queryByText('Counting shifts again…')).toBeNull();
  });

  it('are listed by person and by job', async () => {
    renderApp(path);
    const texts = async (name: string) =>
      within(await screen.findByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(await texts('By person')).toEqual(['DeeFrom Jul 1, 2026$18.00']);
    expect(await texts('By job')).toEqual(['HostFrom May 1, 2026$15.50']);
  });

  it('need no entry where nobody is without one', async () => {
    wages = { wageList: [], withoutWageList: [], counting: false };
    renderApp(path);
    expect(await screen.findByText('Nobody is without a wage.')).toBeVisible();
    expect(
      screen.getByText('Your POS sends the wage of every shift, or you entered it.'),
    ).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Entered wages' })).toBeNull();
  });

  it('show rows in sight only of a long list', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
    const wageList = Array.from({ length: 500 }, (_, index) => ({
      ...dee,
      employeeID: `e${index}`,
      employeeName: `Name ${index}`,
    }));
    wages = { ...wages, wageList };
    renderApp(path);
    const entered = await screen.findByRole('list', { name: 'By person' });
    expect(within(entered).getAllByRole('listitem').length).toBeLessThan(100);
  });

  it('can be read again where that failed', async () => {
    server.use(answer('get-wages', null, 500));
    renderApp(path);
    const text = "We couldn't load the wages. Please try again.";
    expect(await screen.findByText(text)).toBeVisible();
    server.use(answer('get-wages', { wages }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await row(/^Ana/)).toBeVisible();
  });
});

describe('entering a wage', () => {
  it('is for the person from the first shift by default', async () => {
    const { router } = renderApp(path);
    const form = await openAna();
    const person = form.getByRole('radio', { name: 'Ana' });
    expect(person).toBeChecked();
    expect(person).toHaveAccessibleDescription('12 shifts, in every job');
    expect(form.getByLabelText('From')).toHaveValue('2026-07-17');
    await userEvent.type(form.getByLabelText('Wage per hour'), '18.50');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Wage saved.')).toBeVisible();
    expect(sent).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        employeeID: 'e1',
        from: '2026-07-17',
        rate: 18.5,
      },
    ]);
    await closed();
    expect(await screen.findByText('Counting shifts again…')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Ana/ })).toBeNull();
    expect(router.state.location).toMatchObject({ pathname: path, search: '' });
  });

  it('is for everybody in the job by choice', async () => {
    renderApp(path);
    const form = await openAna();
    const job = form.getByRole('radio', { name: 'Everybody in the job Cook' });
    expect(job).toHaveAccessibleDescription('2 people, 16 shifts');
    await userEvent.click(job);
    expect(form.getByLabelText('From')).toHaveValue('2026-06-30');
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2026-07-05' } });
    expect(form.getByText('Shifts before Jul 5, 2026 stay without a wage.')).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: 'Ana' }));
    expect(form.getByLabelText('From')).toHaveValue('2026-07-05');
    expect(form.queryByText(/stay without a wage/)).toBeNull();
    await userEvent.click(job);
    await userEvent.type(form.getByLabelText('Wage per hour'), '17');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ job: 'Cook', from: '2026-07-05', rate: 17 });
  });

  it('needs an amount and a date', async () => {
    renderApp(path);
    const form = await openAna();
    fireEvent.change(form.getByLabelText('From'), { target: { value: '' } });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Please enter an amount from $0.01 to $1,000.00.')).toBeVisible();
    expect(form.getByText('Please choose a date.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('has no choice where the POS names only the job', async () => {
    wages = {
      ...wages,
      withoutWageList: [{ ...ana, employeeID: null, employeeName: null }],
    };
    renderApp(path);
    await userEvent.click(await row(/^Not named by your POS/));
    const form = await sheet('Wage in the job Cook at Saffron Pizza');
    expect(form.queryByRole('radio')).toBeNull();
    await userEvent.type(form.getByLabelText('Wage per hour'), '17');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ job: 'Cook' }));
  });

  it('shows a refusal at its field, and keeps the amount', async () => {
    renderApp(path);
    const form = await openAna();
    const rate = form.getByLabelText('Wage per hour');
    await userEvent.type(rate, '18');
    const refuse = async (body: object | null, status: number, message: string) => {
      server.use(answer('set-wage', body, status, message));
      await userEvent.click(form.getByRole('button', { name: 'Save' }));
    };
    await refuse({ field: 'rate' }, 400, 'must lie between 0.01 and 1,000.00');
    expect(
      await form.findByText('Wage per hour must lie between 0.01 and 1,000.00.'),
    ).toBeVisible();
    await refuse({ field: 'from' }, 400, 'must be a date');
    expect(await form.findByText('From must be a date.')).toBeVisible();
    await refuse({ field: 'employeeID' }, 400, 'must have 1 to 200 characters');
    expect(await form.findByText('For must have 1 to 200 characters.')).toBeVisible();
    await refuse(null, 500, '');
    expect(await form.findByText("We couldn't save the wage. Please try again.")).toBeVisible();
    expect(rate).toHaveValue('18');
  });
});

describe('an entered wage', () => {
  it('is changed from its date on', async () => {
    renderApp(path);
    const form = await openDee();
    const rate = form.getByLabelText('Wage per hour');
    expect(rate).toHaveValue('18.00');
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.clear(rate);
    await userEvent.type(rate, '19');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ employeeID: 'e4', from: '2026-07-01', rate: 19 });
    await closed();
  });

  it('holds until a raise from a later date', async () => {
    renderApp(path);
    const form = await openDee();
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2026-12-01' } });
    expect(form.getByText('$18.00 holds until then.')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ from: '2026-12-01', rate: 18 }));
  });

  it('is removed after a question', async () => {
    renderApp(path);
    await userEvent.click(await row(/^Host/));
    const form = await sheet('Wage in the job Host at Saffron Pizza');
    await userEvent.click(form.getByRole('button', { name: 'Remove wage' }));
    const question = await sheet('Remove this wage at Saffron Pizza?');
    expect(question.getByText(/^Shifts since May 1, 2026 .* have no wage again/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Wage removed.')).toBeVisible();
    expect(sent).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        job: 'Host',
        from: '2026-05-01',
      },
    ]);
    await closed();
  });

  it('stays where its removal failed', async () => {
    renderApp(path);
    const form = await openDee();
    server.use(answer('set-wage', null, 500));
    await userEvent.click(form.getByRole('button', { name: 'Remove wage' }));
    const question = await sheet('Remove this wage at Saffron Pizza?');
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(await form.findByText("We couldn't remove the wage. Please try again.")).toBeVisible();
    expect(form.getByLabelText('Wage per hour')).toHaveValue('18.00');
  });
});

describe('counting shifts again', () => {
  it('is read every two seconds until it has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      wages = { ...wages, counting: true };
      renderApp(path);
      expect(await screen.findByText('Counting shifts again…')).toBeVisible();
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      const before = reads;
      await pass(4_100);
      expect(reads).toBeGreaterThanOrEqual(before + 2);
      wages = { ...wages, withoutWageList: [], counting: false };
      await pass(2_100);
      expect(await screen.findByText('Nobody is without a wage.')).toBeVisible();
      expect(screen.queryByText('Counting shifts again…')).toBeNull();
      const last = reads;
      await pass(10_000);
      expect(reads).toBe(last);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the last list where a read fails', async () => {
    wages = { ...wages, counting: true };
    const { store } = renderApp(path);
    await row(/^Ana/);
    server.use(answer('get-wages', null, 500));
    act(() => void store.dispatch(api.util.invalidateTags(['Wages'])));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Ana/ })).toBeVisible());
  });
});
