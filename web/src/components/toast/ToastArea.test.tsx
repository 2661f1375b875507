import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ToastArea } from './ToastArea';
import { mostToasts, showToast } from './toast';

it('limits the toasts shown before it is mounted', async () => {
  for (let number = 0; number < mostToasts + 2; number++) {
    act(() => showToast({ severity: 'info', detail: `News ${number}`, sticky: true }));
  }
  renderWithProviders(<ToastArea />);
  expect(await screen.findByText('News 0')).toBeInTheDocument();
  expect(screen.getAllByRole('status')).toHaveLength(mostToasts);
});
