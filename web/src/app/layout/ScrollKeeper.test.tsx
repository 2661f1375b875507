import { cleanup, render } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { read } from '@/lib/storage/storage';
import { ScrollKeeper } from './ScrollKeeper';

it('stores a position for an address that is not drawn yet', () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.history.replaceState({ key: 'drawn' }, '', '/list?q=a');
  const router = createBrowserRouter([{ path: '/list', element: <ScrollKeeper /> }]);
  render(<RouterProvider router={router} />);
  Object.defineProperty(window, 'scrollY', { value: 900, configurable: true });
  // As the router does before it draws a new search of the same page.
  window.history.replaceState({ key: 'next' }, '', '/list');
  window.dispatchEvent(new Event('pagehide'));
  expect(read('scrollPlaces')).toContainEqual(['next /list', 900]);
  cleanup();
  router.dispose();
});
