import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Uses of the browser that are no tests: benchmarks, and the pictures of docs/screens. */
export default defineConfig({
  ...tests,
  projects: [
    { name: 'bench', testDir: 'e2e/bench', testMatch: '*.bench.ts' },
    { name: 'screens', testDir: 'e2e/screens', testMatch: '*.shots.ts' },
  ],
});
