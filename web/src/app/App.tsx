import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '@/state/store/store';
import { cssVariablesResolver, theme } from '@/theme/theme';

/** Providers around the router; tests use the same ones. */
export function AppProviders({ store, children }: { store: AppStore; children: ReactNode }) {
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
      >
        {children}
      </MantineProvider>
    </Provider>
  );
}
