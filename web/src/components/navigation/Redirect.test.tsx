import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { Redirect } from './Redirect';

test('a page left at once is redirected again', async () => {
  const router = createMemoryRouter(
    [
      { path: '/closed', element: <Redirect to="/open" /> },
      { path: '/open', element: <h1>Open</h1> },
    ],
    { initialEntries: ['/closed'] },
  );
  let returned = false;
  router.subscribe(({ location }) => {
    if (returned || location.pathname !== '/open') return;
    returned = true;
    void router.navigate('/closed');
  });
  const page = render(<RouterProvider router={router} />);
  await page.findByRole('heading', { name: 'Open' });
  expect(returned).toBe(true);
});
