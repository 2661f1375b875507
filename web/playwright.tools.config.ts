import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** What uses the browser and is no test: a benchmark, and the pictures of docs/screens. */
export default defineConfig({
  ...tests,
  projects: [
    { name: 'bench', testDir: 'e2e/bench', testMatch: '*.bench.ts' },
    { name: 'screens', testDir: 'e2e/screens', testMatch: '*.shots.ts' },
  ],
});
