import { Outlet, ScrollRestoration } from 'react-router';

/** Around every page. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
