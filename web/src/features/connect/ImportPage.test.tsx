import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type Import } from '@/api';
import { streamAlive } from '@/live/slice';
import { pizza } from '@/testing/data/fixtures';
import { conflict, datesQuestion, importOf, listSummary, table } from '@/testing/data/imports';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const page = '/admin-configuration/imports/import-1';

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

/** The server's import, which the calls change. */
function stored(first: Import) {
  const at = { now: first, sent: undefined as Record<string, unknown> | undefined };
  server.use(answer('get-import', () => at.now));
  return {
    on: (call: string, change: Partial<Import>) =>
      server.use(
        answer(call, (request) => {
          at.sent = request;
          at.now = { ...at.now, ...change, version: at.now.version + 1 };
          return at.now;
        }),
      ),
    sent: () => at.sent,
    become: (change: Partial<Import>) => {
      at.now = { ...at.now, ...change };
    },
  };
}

describe('questions of an import', () => {
  it('are sent together, once each is answered', async () => {
    const asking = importOf({
      state: 'asking',
      questions: [datesQuestion],
      conflicts: [conflict(3), conflict(4)],
    });
    const importing = stored(asking);
    renderApp(page);
    const user = userEvent.setup();
    const dates = within(await screen.findByRole('radiogroup', { name: datesQuestion.title }));
    expect(
      dates.getByText('1,204 checks on 12 days, $48,210.50 · Jan 1 - Dec 1, 2026'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findAllByText('Please choose an answer.')).toHaveLength(2);
    expect(importing.sent()).toBeUndefined();

    const days = within(screen.getByRole('radiogroup', { name: 'These days should have' }));
    expect(days.getByText(/^80 checks \(\$3,200.00\) that are there now/)).toBeVisible();
    await user.click(dates.getByRole('radio', { name: /Month first/ }));
    await user.click(days.getByRole('radio', { name: 'The sales that are there' }));
    const questions = [{ ...datesQuestion, answer: 'month-first' }];
    importing.on('answer-import', { state: 'ready', questions, conflictChoice: 'skip' });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    // Days that are left out count no more.
    expect(await screen.findByRole('button', { name: 'Import 1,126 checks' })).toBeVisible();
    expect(importing.sent()).toMatchObject({
      importID: 'import-1',
      answers: [{ id: 'dates/0', value: 'month-first' }],
      conflictChoice: 'skip',
    });
    await user.click(screen.getByRole('button', { name: 'Change your answers' }));
    expect(await screen.findByRole('radio', { name: /Month first/ })).toBeChecked();
  });
});

describe('an import that is ready', () => {
  it('shows what comes in, and what does not', async () => {
    stored(importOf());
    renderApp(page);
    expect(await screen.findByText('1,204 checks · 31 days · Jan 1 - Jan 31, 2026')).toBeVisible();
    const sums = within(screen.getByRole('region', { name: 'How it adds up' }));
    // 48,210.50 + 4,278.68 + 7,120.25 + 300 + 250.
    for (const sum of ['$49,210.50', '-$1,000.00', '$48,210.50', '$60,159.43']) {
      expect(sums.getAllByText(sum).length).toBeGreaterThan(0);
    }
    expect(screen.getByText('Payments match what was due.')).toBeVisible();
    expect(screen.getByText('2 × Margherita')).toBeVisible();
    expect(screen.getByText('january.csv, line 1,207')).toBeVisible();
    expect(screen.getByText('The date 31/31/2026 does not exist.')).toBeVisible();
    const dates = within(screen.getByRole('list', { name: 'Sales by date' }));
    expect(dates.getAllByRole('listitem')).toHaveLength(7);
    await userEvent.click(screen.getByRole('button', { name: 'Show 24 more' }));
    expect(dates.getAllByRole('listitem')).toHaveLength(31);
  });

  it('says so where payments differ, and where nothing comes in', async () => {
    const { summary } = importOf();
    if (summary === null) throw new Error('no summary');
    const importing = stored(importOf({ summary: { ...summary, outOfBalance: 12.5 } }));
    const { unmount } = renderApp(page);
    expect(await screen.findByText(/differ from what was due, by \$12.50/)).toBeVisible();
    unmount();
    const none = { ...summary, checks: 0, refunds: 0, voidedChecks: 0 };
    importing.become({ summary: { ...none, firstDate: null, lastDate: null } });
    renderApp(page);
    expect(await screen.findByText('Nothing of these files can come in.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import 0 checks' })).toBeDisabled();
    expect(screen.getByText('There is nothing to import.')).toBeVisible();
  });

  it('shows what the files themselves say that they add up to', async () => {
    const fileTotals = [
      { file: 'january.csv', column: 'Gross Sales', total: 1200, ofRows: 1200 },
      { file: 'january.csv', column: 'Tax', total: 96.5, ofRows: 90 },
    ];
    const { summary } = importOf();
    if (summary === null) throw new Error('no summary');
    stored(importOf({ summary: { ...summary, fileTotals } }));
    renderApp(page);
    const list = within(await screen.findByRole('list', { name: "The files' own totals" }));
    const [gross, tax] = list.getAllByRole('listitem');
    expect(gross).toHaveTextContent('Gross Sales$1,200.00Its rows add up to the same.');
    expect(tax).toHaveTextContent('Tax$96.50Its rows add up to $90.00, $6.50 less.');
  });

  it('comes in, is followed to its end, and leads to its reports', async () => {
    const importing = stored(importOf());
    renderApp(page);
    const user = userEvent.setup();
    const progress = { phase: 'sending', done: 301, total: 1204 };
    importing.on('start-import', { state: 'sending', sentChecks: 301, progress });
    await user.click(await screen.findByRole('button', { name: 'Import 1,204 checks' }));
    const bar = await screen.findByRole('progressbar', { name: 'Importing your files' });
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    importing.on('pause-import', { state: 'paused' });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/^301 of 1,204. 301 checks came in so far/)).toBeVisible();
    importing.on('resume-import', { state: 'sending' });
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    importing.become({ state: 'done', sentChecks: 1204, undoUntil: '2026-08-17T10:20:00' });
    expect(
      await screen.findByText('1,204 checks of Jan 1 - Jan 31, 2026 are in your reports'),
    ).toBeVisible();
    const reports = screen.getByRole('link', { name: 'Reports of these days' });
    expect(reports).toHaveAttribute(
      'href',
      '/home/daily-sales?from=2026-01-01&to=2026-01-31&posID=demo-pizza',
    );
    expect(screen.getByText('It can be undone until Aug 17, 2026.')).toBeVisible();
  });
});

describe('an import of shifts, items and guests', () => {
  const undoLeaves = 'Undoing does not take guests back.';

  it('shows what comes in, and by which words guests agreed', async () => {
    const importing = stored(importOf({ summary: listSummary, undoLeaves }));
    renderApp(page);
    const user = userEvent.setup();
    const shifts = within(await screen.findByRole('region', { name: 'Shifts' }));
    expect(shifts.getByText('96 shifts · Jan 1 - Jan 14, 2026')).toBeVisible();
    for (const value of ['7', '512.5 h', '$9,225.00']) {
      expect(shifts.getByText(value)).toBeVisible();
    }
    expect(shifts.getByText(/^Jan 1, 2026 · 9:58 AM - open · Cook/)).toBeVisible();
    const items = within(screen.getByRole('region', { name: 'Menu items' }));
    expect(items.getByText('40 menu items')).toBeVisible();
    expect(items.getByText('Drinks · cost $0.75')).toBeVisible();
    const guests = within(screen.getByRole('region', { name: 'Guests' }));
    expect(guests.getByText('To email: by the column Newsletter')).toBeVisible();
    expect(guests.getByText('yes (120): agreed · maybe (90): not asked')).toBeVisible();
    expect(guests.getByText('hugo@example.com · agrees to email')).toBeVisible();
    expect(screen.getByText(undoLeaves)).toBeVisible();
    expect(screen.queryByText('Nothing of these files can come in.')).toBeNull();
    const sent = { sentShifts: 96, sentItems: 40, sentGuests: 210 };
    importing.on('start-import', { state: 'done', undoUntil: '2026-08-17T10:20:00', ...sent });
    const start = 'Import 96 shifts, 40 menu items, and 210 guests';
    await user.click(screen.getByRole('button', { name: start }));
    const result = '96 shifts, 40 menu items, and 210 guests came in';
    expect(await screen.findByText(result)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the menu' })).toHaveAttribute(
      'href',
      '/home/menu',
    );
    await user.click(screen.getByRole('button', { name: 'Undo import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(dialog.getByText(/^96 shifts and 40 menu items .* 210 guests .* stay/)).toBeVisible();
    importing.on('undo-import', { state: 'undone', undoUntil: null });
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    // The page is drawn once more as the dialog closes.
    await waitFor(() => expect(screen.getByText(/210 guests that it brought stay/)).toBeVisible());
  });

  it('says so where no column is about consent', async () => {
    const { guests } = listSummary;
    if (guests === null) throw new Error('no guests');
    const unasked = { ...guests, emailConsents: 0, consentColumns: [] };
    stored(importOf({ summary: { ...listSummary, guests: unasked } }));
    renderApp(page);
    expect(await screen.findByText(/nobody agreed to anything/)).toBeVisible();
  });

  it('cannot be undone if it brought guests alone', async () => {
    const undoUntil = '2026-08-17T10:20:00';
    stored(importOf({ state: 'done', sentGuests: 210, undoUntil, summary: listSummary }));
    renderApp(page);
    expect(await screen.findByText('210 guests came in')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
  });
});

describe('an import that ended', () => {
  it('is undone after a question', async () => {
    const done = { state: 'done', sentChecks: 1204, undoUntil: '2026-08-17T10:20:00' } as const;
    const importing = stored(importOf(done));
    renderApp(page);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(dialog.getByText(/^1,204 checks that it brought are taken out/)).toBeVisible();
    expect(importing.sent()).toBeUndefined();
    importing.on('undo-import', { state: 'undone', undoUntil: null });
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The import is undone')).toBeVisible();
  });

  it('cannot be undone for all time', async () => {
    stored(importOf({ state: 'done', sentChecks: 1204 }));
    renderApp(page);
    expect(await screen.findByText('It can no longer be undone.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
  });

  it('of files that nothing is known of has its columns mapped', async () => {
    const error = 'The files hold nothing that can come in.';
    const tables = [table({ layout: null, rowKind: null, usedColumns: [], layoutYaml: null })];
    const failed = { state: 'failed', error, tables, summary: null } as const;
    stored(importOf({ ...failed, takesAnswers: true }));
    server.use(answer('get-import-fields', { fieldList: [] }));
    renderApp(page);
    expect(await screen.findByText(error)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Map the columns' }));
    expect(await screen.findByRole('radiogroup', { name: 'Each row is' })).toBeVisible();
  });

  it('says why it failed, and is tried again', async () => {
    const error = 'The files could not be opened. Please try again.';
    const importing = stored(importOf({ state: 'failed', error }));
    renderApp(page);
    expect(await screen.findByText(error)).toBeVisible();
    server.use(answer('resume-import', null, 409, 'Upload the files again.'));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Upload the files again.')).toBeVisible();
    importing.on('resume-import', { state: 'judging', error: null });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Reading your files' })).toBeVisible();
  });

  it.each([
    ['judging', 'Reading your files'],
    // They are read once more when the import is prepared.
    ['preparing', 'Preparing your import'],
  ] as const)('says how far the reading is in percent while %s', async (state, title) => {
    const progress = { phase: 'reading', done: 37, total: 100 };
    stored(importOf({ state, progress }));
    renderApp(page);
    expect(await screen.findByText('37%')).toBeVisible();
    const bar = screen.getByRole('progressbar', { name: title });
    expect(bar).toHaveAttribute('aria-valuenow', '37');
    expect(screen.queryByText(/37 of 100/)).toBeNull();
  });

  it('of another location leads to the list', async () => {
    server.use(answer('get-import', null, 404, 'No such import.'));
    renderApp(page);
    expect(await screen.findByText('This location has no such import.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All imports' })).toHaveAttribute(
      'href',
      '/admin-configuration/imports',
    );
  });
});

describe('columns of a table', () => {
  const fieldList = [
    { field: 'date', description: 'Date of the sale', reads: 'date' },
    { field: 'item', description: 'Name of the item', reads: 'text' },
    { field: 'quantity', description: 'How many', reads: 'quantity' },
    { field: 'amount', description: 'Amount of the row', reads: 'money' },
  ];

  it('are mapped by hand', async () => {
    const unknown = { layout: null, exporter: null, rowKind: null, usedColumns: [] };
    const importing = stored(
      importOf({ state: 'asking', tables: [table({ ...unknown, unusedBecause: 'No date.' })] }),
    );
    server.use(answer('get-import-fields', { fieldList }));
    const { router } = renderApp(page);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: 'Map the columns' }));
    await user.click(await screen.findByRole('radio', { name: 'An item of a check' }));
    await user.click(screen.getByRole('button', { name: 'Read the files with this' }));
    expect(await screen.findByText(/^No column is the date/)).toBeVisible();
    const means = async (column: string, meaning: string) => {
      const box = screen.getByRole('combobox', { name: column });
      await user.click(box);
      const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
      // Without a layout the list counts as scrolled away.
      const option = { name: meaning, hidden: true };
      await user.click(await within(list as HTMLElement).findByRole('option', option));
    };
    await means('Date', 'Date of the sale');
    await means('Time', 'Date of the sale');
    expect(screen.getAllByText('Joined: Date + Time')).toHaveLength(2);
    await means('Gross Sales', 'Amount of the row');
    await user.click(screen.getByRole('button', { name: 'Add a rule' }));
    await user.selectOptions(screen.getByLabelText('Column'), 'Notes');
    await user.type(screen.getByLabelText(/^Words, with/), 'Cancelled|Canceled');
    importing.on('answer-import', { state: 'ready' });
    await user.click(screen.getByRole('button', { name: 'Read the files with this' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(page));
    expect(importing.sent()).toMatchObject({
      rules: ['Notes=void:Cancelled|Canceled'],
      mappings: [
        {
          table: 0,
          rowKind: 'lines',
          columns: [
            { field: 'date', column: 'Date + Time' },
            { field: 'amount', column: 'Gross Sales' },
          ],
        },
      ],
    });
  });

  it('stay as they are once the import began', async () => {
    stored(importOf({ state: 'done' }));
    server.use(answer('get-import-fields', { fieldList }));
    renderApp(`${page}/tables/0`);
    expect(await screen.findByText(/^This import has begun/)).toBeVisible();
  });

  it('are read by a layout that was saved', async () => {
    const importing = stored(importOf());
    importing.on('answer-import', {});
    renderApp(page);
    await screen.findByRole('button', { name: 'Use a saved layout' });
    const input = screen
      .getAllByLabelText('Use a saved layout')
      .find((element) => element instanceof HTMLInputElement);
    const layout = new File(['- name: Mine\n'], 'mine.layout.yaml');
    await userEvent.setup({ applyAccept: false }).upload(input as HTMLElement, layout);
    expect(await screen.findByText(/^The layout is used/)).toBeVisible();
    expect(importing.sent()).toMatchObject({ layouts: '- name: Mine\n' });
  });
});

describe('imports of a location', () => {
  it('are listed with their states', async () => {
    const row = { ...importOf(), fileNames: ['january.csv'], netSales: 48_210.5 };
    const days = { firstDate: '2026-01-01', lastDate: '2026-01-31', sentChecks: 1204 };
    const twice = { overlapDays: 2, overlapNetSales: 3112 };
    const importList = [{ ...row, ...days, ...twice, state: 'done' }];
    server.use(answer('get-imports', { importList, nextCursor: null }));
    renderApp('/admin-configuration/imports');
    const entry = await screen.findByRole('link', { name: /january.csv/ });
    expect(entry).toHaveTextContent('1,204 checks, $48,210.50 · Jan 1 - Jan 31, 2026');
    expect(entry).toHaveTextContent('Done');
    expect(entry).toHaveTextContent('2 days count twice, $3,112.00');
    expect(entry).toHaveAttribute('href', page);
  });

  it('begin with an upload', async () => {
    server.use(answer('get-imports', { importList: [], nextCursor: null }));
    renderApp('/admin-configuration/imports');
    expect(await screen.findByText(/^No files were uploaded/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Upload files' })).toHaveAttribute(
      'href',
      '/admin-configuration/connect/upload',
    );
  });
});

describe('days of an import that count twice', () => {
  const twice = { state: 'done' as const, sentChecks: 1204, undoUntil: '2026-08-17T10:20:00' };

  it('are taken out after a question', async () => {
    const importing = stored(importOf({ ...twice, overlaps: [conflict(3), conflict(4)] }));
    renderApp(page);
    const user = userEvent.setup();
    const card = within(await screen.findByRole('region', { name: '2 days count twice' }));
    expect(card.getAllByText('Since then: Your POS')).toHaveLength(2);
    expect(card.getAllByText('39 checks, $1,556.00')).toHaveLength(2);
    await user.click(card.getByRole('button', { name: 'Take these days out of the import' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Take these days out of the import?' }),
    );
    expect(dialog.getByText(/^78 checks \(\$3,112.00\) of the import are taken out/)).toBeVisible();
    importing.on('take-out-import-days', {
      state: 'takingOut',
      progress: { phase: 'takingOut', done: 39, total: 78 },
    });
    await user.click(dialog.getByRole('button', { name: 'Take Out' }));
    const bar = await screen.findByRole('progressbar', { name: 'Taking days out of the import' });
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    expect(importing.sent()).toMatchObject({
      importID: 'import-1',
      businessDates: ['2026-01-03', '2026-01-04'],
    });
    const takenOutDays = [3, 4].map((day) => ({
      businessDate: `2026-01-0${day}`,
      checks: 39,
      netSales: 1556,
    }));
    importing.become({ ...twice, sentChecks: 1126, overlaps: [], takenOutDays });
    expect(await screen.findByText('Taken out: 78 checks ($3,112.00) of 2 days.')).toBeVisible();
    expect(screen.getByText(/^1,126 checks of Jan 1/)).toBeVisible();
    expect(screen.queryByRole('region', { name: '2 days count twice' })).toBeNull();
  });

  it('stay as they are where the sales are different', async () => {
    const others = { source: 'key-2', sourceName: 'Bar till' };
    const overlaps = [conflict(3), { ...conflict(3), ...others }];
    const importing = stored(importOf({ ...twice, overlaps }));
    renderApp(page);
    const user = userEvent.setup();
    const card = within(await screen.findByRole('region', { name: '1 day counts twice' }));
    await user.click(card.getByRole('button', { name: 'They are different sales' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep both?' }));
    importing.on('keep-import-days', { overlaps: [] });
    await user.click(dialog.getByRole('button', { name: 'Keep Both' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: '1 day counts twice' })).toBeNull(),
    );
    expect(importing.sent()).toMatchObject({ businessDates: ['2026-01-03'] });
  });
});

describe('a live event about an import', () => {
  it('has it read again', async () => {
    const importing = stored(importOf({ state: 'judging', summary: null }));
    const { store } = renderApp(page);
    await screen.findByRole('progressbar', { name: 'Reading your files' });
    act(() => void store.dispatch(streamAlive(Date.now())));
    importing.become(importOf());
    const tag = { type: 'Imports' as const, id: 'demo-pizza' };
    act(() => void store.dispatch(api.util.invalidateTags([tag])));
    expect(await screen.findByRole('button', { name: 'Import 1,204 checks' })).toBeVisible();
  });
});
