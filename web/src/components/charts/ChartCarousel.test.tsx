import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatAxisMoney, formatMoney, formatWholeMoney } from '@/lib/money';
import { renderWithProviders } from '@/testing/renderApp';
import { barOption, ChartCarousel, type ChartLook, type Slide } from '.';
import '@/testing/patience';

const drawn: Slide = {
  key: 'sales',
  title: 'Sales by hour',
  build: (look: ChartLook) =>
    barOption(
      {
        description: 'Sales from 11 AM to 1 PM',
        categories: ['11 AM', '12 PM'],
        series: [{ name: 'Sales', values: [10, 20] }],
        format: formatMoney,
        formatLabel: formatWholeMoney,
        formatAxis: formatAxisMoney,
      },
      look,
    ),
};
const empty: Slide = { key: 'empty', title: 'Nothing yet', build: null };

describe('ChartCarousel', () => {
  beforeEach(() => {
    // jsdom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(328);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(256);
  });

  it('draws the chart and tells a screen reader what it shows', async () => {
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

  it('needs no dots for one slide, and says where there is nothing to draw', () => {
    renderWithProviders(<ChartCarousel label="Charts" slides={[empty]} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByText('Currently, There is no data available!')).toBeVisible();
  });
});
