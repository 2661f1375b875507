import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type DateRange, dayRange } from '@/lib/dates';
import { renderWithProviders } from '@/testing/renderApp';
import { DateFilter } from '.';

const TODAY = '2026-11-21';

function filter(value: DateRange = dayRange('2026-11-10', '2026-11-15', TODAY)) {
  const onChange = vi.fn<(range: DateRange) => void>();
  renderWithProviders(<DateFilter value={value} today={TODAY} onChange={onChange} />);
  return onChange;
}

async function openSheet() {
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  return within(await screen.findByRole('dialog', { name: 'Filter Report' }));
}

describe('the date filter', () => {
  it('shows start, To, end, search and filter in one row', () => {
    filter();
    expect(screen.getByRole('button', { name: 'Start date: Nov 10, 2026' })).toBeVisible();
    expect(screen.getByText('To')).toBeVisible();
    expect(screen.getByRole('button', { name: 'End date: Nov 15, 2026' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible();
  });

  it('waits for the search button after a date is picked', async () => {
    const onChange = filter();
    await userEvent.click(screen.getByRole('button', { name: /^End date/ }));
    const calendar = within(await screen.findByRole('dialog', { name: 'End date' }));
    await userEvent.click(calendar.getByRole('button', { name: '5 November 2026' }));
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      startDate: '2026-11-05T00:00:00',
      endDate: '2026-11-05T23:59:59',
      label: 'Nov 5, 2026',
    });
  });

  it('offers no day after today', async () => {
    filter();
    await userEvent.click(screen.getByRole('button', { name: /^End date/ }));
    const calendar = within(await screen.findByRole('dialog', { name: 'End date' }));
    expect(calendar.getByRole('button', { name: '21 November 2026' })).toBeEnabled();
    expect(calendar.getByRole('button', { name: '22 November 2026' })).toBeDisabled();
  });

  it('applies a month: the current year up to the current one', async () => {
    const onChange = filter();
    const sheet = await openSheet();
    expect(sheet.getByRole('button', { name: 'Next year' })).toBeDisabled();
    expect(sheet.queryByRole('button', { name: 'Dec' })).not.toBeInTheDocument();
    await userEvent.click(sheet.getByRole('button', { name: 'Previous year' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Dec' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Apply Filter' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      startDate: '2025-12-01T00:00:00',
      endDate: '2025-12-31T23:59:59',
      label: 'Dec 2025',
    });
  });

  it('applies one of the last ten years', async () => {
    const onChange = filter();
    const sheet = await openSheet();
    await userEvent.click(sheet.getByText('Year'));
    const years = sheet.getAllByRole('button', { name: /^20\d\d$/ });
    expect(years.map((year) => year.textContent)).toEqual(
      Array.from({ length: 10 }, (_, index) => String(2017 + index)),
    );
    await userEvent.click(sheet.getByRole('button', { name: '2019' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Apply Filter' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      startDate: '2019-01-01T00:00:00',
      endDate: '2019-12-31T23:59:59',
      label: '2019',
    });
  });

  it('applies two dates with the switch Date Range', async () => {
    const onChange = filter();
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('switch', { name: 'Date Range' }));
    await userEvent.click(sheet.getByRole('button', { name: '2 November 2026' }));
    await userEvent.click(sheet.getByRole('button', { name: '4 November 2026' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Apply Filter' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      startDate: '2026-11-02T00:00:00',
      endDate: '2026-11-04T23:59:59',
      label: 'Nov 2, 2026 – Nov 4, 2026',
    });
  });

  it('chooses a usual span by one tap, and marks it', async () => {
    const onChange = filter(dayRange(TODAY, TODAY, TODAY));
    const chips = within(screen.getByRole('group', { name: 'Choose dates' }));
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Today',
      'Yesterday',
      'This week',
      'Last week',
      'This month',
      'Last month',
    ]);
    expect(chips.getAllByRole('button', { pressed: true })).toEqual([
      chips.getByRole('button', { name: 'Today' }),
    ]);
    await userEvent.click(chips.getByRole('button', { name: 'Last month' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      startDate: '2026-10-01T00:00:00',
      endDate: '2026-10-31T23:59:59',
      label: 'Oct 2026',
    });
  });

  it('folds its dates into a button beside something else', async () => {
    renderWithProviders(
      <DateFilter
        value={dayRange('2026-11-10', '2026-11-15', TODAY)}
        today={TODAY}
        onChange={vi.fn()}
        beside={<p>Saffron Pizza</p>}
      />,
    );
    const dates = screen.getByRole('button', { name: 'Dates: Nov 10 – 15' });
    expect(dates).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(dates);
    expect(dates).toHaveAttribute('aria-expanded', 'true');
  });
});
