import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { AppProviders } from '@/app/App';
import { keepOverlayHistory } from '@/app/overlayHistory';
import { routes } from '@/app/routes';
import { type User, write } from '@/lib/storage/storage';
import { type AppStore, makeStore } from '@/state/store/store';

export const testUser: User = {
  email: 'owner@saffron.example',
  firstName: 'Olive',
  lastName: 'Owner',
  profileDescription: null,
  profileImage: null,
  sessionID: 'handle-1',
  uniqueCode: 'SAF-1234',
};

/** Stores a session, as an earlier visit does. Call it before the store is made. */
export function rememberSignIn(user: User = testUser): User {
  write('sessionID', user.sessionID);
  write('user', user);
  return user;
}

/** Mounts the real routes with a fresh store at the given address. */
export function renderApp(path: string, store: AppStore = makeStore()) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  onTestFinished(keepOverlayHistory(router));
  const view = render(
    <AppProviders store={store}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { ...view, router, store };
}

/** Mounts one component with the app's providers and a router around it. */
export function renderWithProviders(element: ReactNode, store: AppStore = makeStore()) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/'] });
  const view = render(
    <AppProviders store={store}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { ...view, router, store };
}
