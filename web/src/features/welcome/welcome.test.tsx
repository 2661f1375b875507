import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { read } from '@/lib/storage/storage';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, []));
});

/** jsdom has no layout: the carousel gets three slides side by side. */
function layOut() {
  for (const [property, value] of [
    ['offsetWidth', 360],
    ['offsetHeight', 400],
  ] as const) {
    vi.spyOn(HTMLElement.prototype, property, 'get').mockReturnValue(value);
  }
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    const index = Array.from(this.parentElement?.children ?? []).indexOf(this);
    return this.className.includes('slide') ? index * 360 : 0;
  });
}

describe('welcome', () => {
  it('leads over three slides to linking', async () => {
    layOut();
    const { router } = renderApp('/welcome');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: "Don't show again" }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(read('hide_welcome')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Get Started' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/link-restaurant'));
    expect(read('hide_welcome')).toBe('1');
  });
});
