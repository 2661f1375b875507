import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { manifest } from './manifest.ts';

const backend = process.env.SAFFRON_BASE_URL ?? 'http://localhost:8080';
const proxied = [
  '/api-restaurant-pos',
  '/notification/',
  '/push/',
  '/config',
  '/payments',
  '/images',
  '/u/',
];

/** Tests that draw nothing and yet need storage, cookies or the msw server. */
const needsBrowser = [
  'src/api/baseQuery.test.ts',
  'src/api/inbox.test.ts',
  'src/api/offline.test.ts',
  'src/lib/storage/storage.test.ts',
  'src/live/client.test.ts',
];

/**
 * What every page stands on, the sign-in screen first: one file of it is smaller, and sooner there,
 * than thirty.
 */
const startsWith = new RegExp(
  [
    'node_modules/(react-router|@reduxjs|redux|react-redux|reselect|immer|use-sync-external-store|clsx)/',
    'node_modules/@mantine/(store|form|core/esm/core)/',
    'node_modules/@mantine/core/esm/(components|utils)/(ActionIcon|Alert|Anchor|Button|Checkbox|CloseButton|Input|InputBase|InlineInput|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
    'src/(api|state|lib/(http|storage|validation))/',
    // The library's styles come before those of our own parts.
    'node_modules/@mantine/core/styles|src/theme/(global|theme|tokens)',
    'src/components/(form|offline|placeholder|skeleton|toast)/(Form|OfflineNote|Page|Password|Placeholder|SubmitBar|toast)',
    'src/lib/messages/(auth|common|navigation|offline|ours)',
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
);

export default defineConfig({
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '@proto': fileURLToPath(new URL('../proto', import.meta.url)),
    },
  },
  plugins: [
    react(),
    VitePWA({
      // Registered by src/app/serviceWorker.ts, after the app is stable; never by an inline script.
      injectRegister: false,
      registerType: 'prompt',
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'sw.ts',
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        // What the app is made of; pictures of the store and the home screen are the platform's.
        globPatterns: ['**/*.{js,css,html,svg}', '**/inter-latin-wght-*.woff2'],
      },
    }),
  ],
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, backend])),
    // The catalogue of figures lies beside the web app.
    fs: { allow: ['.', '../proto'] },
  },
  build: {
    // Says what imports what: scripts/check-size.mjs reads it.
    manifest: true,
    target: 'es2024',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // Every browser that runs this target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // A wording does nothing but be there.
        moduleSideEffects: [{ test: /src[\\/]lib[\\/]messages[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // A group takes along what it depends on: what all pages share is named first.
          groups: [
            {
              name: 'shared',
              test: /node_modules[\\/](react|react-dom|scheduler|fast-deep-equal)[\\/]/,
              priority: 3,
            },
            { name: 'helpers', test: /node_modules[\\/]tslib[\\/]/, priority: 3 },
            {
              name: 'start',
              test: startsWith,
              priority: 2,
            },
            {
              // The wordings of the pages behind sign-in; its own are in `start`.
              name: 'words',
              test: /src[\\/]lib[\\/]messages[\\/]/,
              priority: 1,
            },
            {
              name: 'echarts',
              test: /node_modules[\\/](echarts|zrender|echarts-for-react)[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  test: {
    pool: 'threads',
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
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
});
