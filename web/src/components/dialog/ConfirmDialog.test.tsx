import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ConfirmDialog } from './ConfirmDialog';

describe('confirm dialog', () => {
  it('offers Cancel and OK, and is named by its header', async () => {
    const accept = vi.fn();
    const reject = vi.fn();
    renderWithProviders(
      <ConfirmDialog
        opened
        header="Unlink"
        description="Are you sure?"
        onAccept={accept}
        onReject={reject}
      />,
    );
    expect(await screen.findByRole('dialog', { name: 'Unlink' })).toHaveAccessibleDescription(
      'Are you sure?',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(reject).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    expect(reject).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(accept).toHaveBeenCalledOnce();
  });

  it('may have no reject button and no header', async () => {
    renderWithProviders(
      <ConfirmDialog opened description="You are offline!" reject={null} onAccept={vi.fn()} />,
    );
    expect(await screen.findByRole('dialog', { name: 'You are offline!' })).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('cannot be left while the accepted action runs', async () => {
    const reject = vi.fn();
    renderWithProviders(
      <ConfirmDialog opened busy description="Sure?" onAccept={vi.fn()} onReject={reject} />,
    );
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(reject).not.toHaveBeenCalled();
  });
});
