import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * For tests that mount pages: the first one also loads the page's code, which takes seconds on a
 * small machine that builds something else meanwhile. Waiting ends as soon as the event is there.
 */
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 40_000 });
