import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatAxisMoney, formatMoney, formatWholeMoney } from '@/lib/money';
import { renderWithProviders } from '@/testing/renderApp';
import { barOption, ChartCarousel, type ChartStyle, type Slide, tableOf } from '.';

const drawn: Slide = {
  key: 'sales',
  title: 'Sales by hour',
  build: (style: ChartStyle) =>
    barOption(
      {
        description: 'Sales from 11 AM to 1 PM',
        categories: ['11 AM', '12 PM'],
        series: [{ name: 'Sales', values: [10, 20] }],
        format: formatMoney,
        formatLabel: formatWholeMoney,
        formatAxis: formatAxisMoney,
      },
      style,
    ),
  figures: ['GROSS_SALES'],
  table: tableOf(
    'Hour',
    ['11 AM', '12 PM'],
    [{ name: 'Sales', values: [10, 20], format: formatMoney }],
  ),
};
const empty: Slide = {
  key: 'empty',
  title: 'Nothing yet',
  build: null,
  table: tableOf('Hour', [], []),
};

describe('ChartCarousel', () => {
  beforeEach(() => {
    // jsdom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(328);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(256);
  });

  it('draws the chart and describes it to screen readers', async () => {
    renderWithProviders(<ChartCarousel label="Charts" slides={[drawn]} />);
    expect(await screen.findByLabelText('Sales from 11 AM to 1 PM')).toBeInTheDocument();
  });

  it('offers a dot for each slide and arrows, without a loop', () => {
    renderWithProviders(<ChartCarousel label="Charts" slides={[drawn, empty]} />);
    expect(screen.getByRole('button', { name: 'Sales by hour' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    expect(screen.getByRole('button', { name: 'Nothing yet' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Previous chart' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next chart' })).toBeEnabled();
  });

  it("shows the data as a table, and the figure's definition", async () => {
    const { store } = renderWithProviders(<ChartCarousel label="Charts" slides={[drawn]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Chart as table: Sales by hour' }));
    const table = within(screen.getByRole('table', { name: 'Sales by hour' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'HourSales',
      '11 AM$10.00',
      '12 PM$20.00',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Table as chart: Sales by hour' }));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'What is Gross sales?' }));
    expect(store.getState().ui.info).toMatchObject({ title: 'Gross sales' });
  });

  it('is drawn light on paper, without motion', async () => {
    const build = vi.fn(drawn.build ?? undefined);
    renderWithProviders(<ChartCarousel label="Charts" slides={[{ ...drawn, build }]} />);
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    window.dispatchEvent(new Event('beforeprint'));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(build.mock.lastCall?.[0]).toMatchObject({ surface: '#FFFFFF', reducedMotion: true });
    window.dispatchEvent(new Event('afterprint'));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  it('has no dots for one slide, and a message without data', () => {
    renderWithProviders(<ChartCarousel label="Charts" slides={[empty]} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByText('Currently, There is no data available!')).toBeVisible();
  });
});
