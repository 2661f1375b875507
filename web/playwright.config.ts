import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The named browser, else the system's, else Playwright's own. */
const system = '/usr/bin/chromium';
const browser = process.env.SAFFRON_CHROMIUM ?? (existsSync(system) ? system : undefined);

/** As root a browser cannot use its sandbox; the rest turns off background traffic. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    // Older browsers lose the emulated network and touch screen where a page gets a new document.
    'RenderDocument',
    // This flag replaces Playwright's own: what its tests of pages need is named again.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
];

/** Browser tests run against a system that is up: SAFFRON_BASE_URL, the launcher's own by default. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // Long enough for a machine ten times slower: only a hang reaches it.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.SAFFRON_BASE_URL ?? 'http://localhost:8080',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    // Every test has a new browser profile, whose worker would store the whole app: `allow` where a test needs it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a quarter of the time: `--trace on` for a single one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: browser,
      args,
    },
  },
});
