import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

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
  'src/lib/storage/storage.test.ts',
  'src/live/client.test.ts',
];

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
      registerType: 'autoUpdate',
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'sw.ts',
      manifest: {
        id: '/',
        name: 'Saffron',
        short_name: 'Saffron',
        description: "Your restaurant's day, live: sales, labor, cost and profit.",
        start_url: '/',
        display: 'standalone',
        theme_color: '#F97316',
        background_color: '#FAFAF9',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icons/maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
      injectManifest: {
        rollupFormat: 'iife',
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
    target: 'es2024',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group takes along what it depends on: what all pages share is named first.
          groups: [
            {
              name: 'shared',
              test: /node_modules[\\/](react|react-dom|scheduler|tslib|fast-deep-equal)[\\/]/,
              priority: 2,
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
