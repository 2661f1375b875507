import type { Page } from '@playwright/test';
import { expect, scrollsSideways } from '../fixtures/test';

/** Counts the layout shifts of each page that is loaded from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, sources: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (shift.hadRecentInput) continue;
        shifts.sum += shift.value;
        for (const { node } of shift.sources) {
          shifts.sources.push(node instanceof Element ? node.outerHTML.slice(0, 160) : `${node}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Doubles the text of each page that is loaded from now on. */
export async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
}

/** Visible words that take more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      // Text for screen readers alone is a pixel wide.
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.clientWidth <= 1)
        continue;
      for (const { 0: word, index } of node.textContent?.matchAll(
        /(?<![\w.@])[\p{L}\d$%,.']{2,}(?![\w@])/gu,
      ) ?? []) {
        // An id has no place to break.
        if (word.length > 15 && /\d/.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${word} in ${parent.outerHTML.slice(0, 120)}`);
      }
    }
    return broken;
  });
}

/** Counts layout shifts from here on: the next step on a page takes the place of the one before. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { shifts } = window as { shifts?: { sum: number; sources: string[] } };
    if (shifts) Object.assign(shifts, { sum: 0, sources: [] });
  });
}

/** What is wrong with the screen that is shown, beside axe's findings. */
export async function expectWellLaidOut(page: Page, name: string): Promise<void> {
  expect.soft(await scrollsSideways(page), `${name} scrolls sideways`).toBe(false);
  expect.soft(await brokenWords(page), `${name} breaks words`).toEqual([]);
  const shifts = await page.evaluate(
    () => (window as { shifts?: { sum: number; sources: string[] } }).shifts,
  );
  const moved = shifts !== undefined && shifts.sum >= 0.001 ? shifts.sources : [];
  expect.soft(moved, `${name} shifts by ${shifts?.sum}`).toEqual([]);
}
