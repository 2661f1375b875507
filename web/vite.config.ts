import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest.ts';
import { dark, light } from './src/theme/tokens.ts';

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

/** The modules that every page needs, the sign-in screen first: one file is smaller and loads sooner than thirty. */
const startsWith = new RegExp(
  [
    'node_modules/(react-router|@reduxjs|redux|react-redux|reselect|immer|use-sync-external-store|clsx)/',
    'node_modules/@mantine/(store|form|core/esm/core)/',
    'node_modules/@mantine/core/esm/(components|utils)/(ActionIcon|Alert|Anchor|Button|Checkbox|CloseButton|Input|InputBase|InlineInput|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
    'node_modules/@tabler/icons-react/dist/esm/icons/IconMail[.]',
    'src/(api/(?!connect/)|(state|lib/(history|http|lists|loading|storage|validation))/)',
    // The library's styles come before the app's own.
    'node_modules/@mantine/core/styles|src/theme/(global|theme|tokens)',
    'src/components/(deferred|form|navigation|offline|placeholder|skeleton|toast)/(Deferred|Form|overlays|OfflineNote|Page|Password|Placeholder|Spinner|SubmitBar|SupportContact|toast)',
    'src/lib/messages/(ours|app/(auth|common|navigation|offline))',
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
);

/** Home's first screen and its watchers; sheets and charts are separate. */
const homeWith =
  /src[\\/](features[\\/]home|app[\\/](layout[\\/]shell[\\/]Shell|watch[\\/](LiveUpdates|InboxWatch)))/;

/** The brand mark within the page: it is seen before anything else is fetched. */
const mark = `data:image/svg+xml,${encodeURIComponent(readFileSync('public/icons/icon.svg', 'utf8'))}`;

/**
 * The page itself: its static frame has the theme's colours and the brand mark, and is painted before the styles of the
 * app arrive, which src/lib/loading/styles.ts applies; the built page loads src/early.ts, which runs before the app's
 * first files.
 */
const startPage: Plugin = {
  name: 'saffron-start-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const coloured = html
        .replace('var(--light)', light.background)
        .replace('var(--dark)', dark.background)
        .replace('src="/icons/icon.svg"', `src="${mark}"`);
      if (!bundle) return coloured;
      // In their place, so that the styles of a later page come after them.
      const page = coloured.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"');
      const early = Object.values(bundle).find(({ name }) => name === 'early');
      if (!early) throw new Error('vite.config.ts has no input named `early`');
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` };
      return { html: page, tags: [{ tag: 'script', attrs, injectTo: 'head' }] };
    },
  },
};

/** The calls of all reports: the rest of the catalogue need not come before the sign-in screen. */
const { reports }: { reports: { call: string }[] } = JSON.parse(
  readFileSync('../proto/figures.json', 'utf8'),
);

export default defineConfig({
  define: { __REPORT_CALLS__: JSON.stringify(reports.map(({ call }) => call)) },
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '@proto': fileURLToPath(new URL('../proto', import.meta.url)),
    },
  },
  plugins: [
    react(),
    startPage,
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
        // The app's own files; pictures for the store and the home screen are the platform's.
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
    // The graph of imports, for scripts/check-size.mjs.
    manifest: true,
    target: 'es2024',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // Every browser that runs this target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', early: 'src/early.ts' },
      treeshake: {
        // Messages have no side effects, and a room's index only re-exports.
        moduleSideEffects: [
          { test: /src[\\/]lib[\\/]messages[\\/]/, sideEffects: false },
          { test: /src[\\/](components|lib)[\\/].*index\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // A group takes along its dependencies: the shared modules come first.
          groups: [
            {
              name: 'shared',
              test: /node_modules[\\/](react|react-dom|scheduler|fast-deep-equal)[\\/]/,
              priority: 3,
            },
            {
              name: 'first',
              test: /vite[\\/]preload-helper|src[\\/]lib[\\/](storage[\\/]storage|loading[\\/]styles)/,
              priority: 4,
            },
            { name: 'helpers', test: /node_modules[\\/]tslib[\\/]/, priority: 3 },
            {
              name: 'start',
              test: startsWith,
              priority: 2,
            },
            {
              // The modules that Home adds, with the frame of all pages behind sign-in.
              name: 'home',
              test: homeWith,
              priority: 2,
            },
            {
              // The messages of the pages behind sign-in; those of sign-in are in `start`.
              name: 'words',
              test: /src[\\/]lib[\\/]messages[\\/]/,
              priority: 1,
            },
            {
              // ECharts in two files, as components/charts/Chart.tsx evaluates them: its core, then the charts.
              name: 'echarts-core',
              test: /node_modules[\\/]echarts[\\/]core[.]js/,
              priority: 2,
            },
            {
              name: 'echarts-charts',
              test: /node_modules[\\/](echarts|zrender|echarts-for-react)[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
