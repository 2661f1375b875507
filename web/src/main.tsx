import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import './theme/global.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppProviders } from './app/App';
import { keepOverlayHistory } from './app/overlayHistory';
import { routes } from './app/routes';
import { registerWhenStable } from './app/serviceWorker';
import { stylesApplied } from './lib/loading/styles';
import { listenToWorker } from './lib/push/fromWorker';
import { watchInstallPrompt } from './state/device/installPrompt';
import { makeStore } from './state/store/store';

watchInstallPrompt();
listenToWorker();
const container = document.getElementById('root');
if (container) {
  const store = makeStore();
  const router = createBrowserRouter(routes);
  keepOverlayHistory(router);
  const root = createRoot(container);
  void stylesApplied.then(() => {
    // In small steps: a slow phone responds in between.
    startTransition(() => {
      root.render(
        <AppProviders store={store}>
          <RouterProvider router={router} />
        </AppProviders>,
      );
    });
  });
  registerWhenStable();
}
