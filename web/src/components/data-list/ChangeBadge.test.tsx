import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ChangeBadge } from './ChangeBadge';

describe('ChangeBadge', () => {
  it('names the compared span', () => {
    renderWithProviders(
      <p>
        <ChangeBadge change={{ direction: 'up', tone: 'bad', text: '+12%', by: 12 }} />
      </p>,
    );
    expect(screen.getByText('+12%')).toHaveTextContent('vs last week: +12%');
  });

  it('is empty without a comparison', () => {
    const { container } = renderWithProviders(<ChangeBadge change={null} />);
    expect(container.querySelector('[data-tone]')).toBeNull();
  });
});
