import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

/** Tests without rendering that need storage, cookies or the msw server. */
const needsBrowser = [
  'src/api/transport/baseQuery.test.ts',
  'src/api/inbox/inbox.test.ts',
  'src/api/offline/offline.test.ts',
  'src/api/once.test.ts',
  'src/lib/storage/storage.test.ts',
  'src/live/client.test.ts',
  'src/state/network/useRefresh.test.ts',
];

export default mergeConfig(
  app,
  defineConfig({
    test: {
      pool: 'threads',
      maxWorkers: '100%',
      restoreMocks: true,
      // A busy machine is slow, which is no error.
      testTimeout: 300_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            environment: 'node',
            include: ['src/**/*.test.ts'],
            exclude: needsBrowser,
          },
        },
        {
          extends: true,
          test: {
            name: 'browser-like',
            environment: 'jsdom',
            include: ['src/**/*.test.tsx', ...needsBrowser],
            setupFiles: ['src/testing/setup.ts'],
          },
        },
      ],
    },
  }),
);
