import type { Page } from '@playwright/test';
import { drag } from '../fixtures/browser/touch';
import { expect, scrollsSideways, signIn, test, wholeWeek, withoutStream } from '../fixtures/test';

const { from, to } = wholeWeek();
const report = `/home/daily-sales?from=${from}&to=${to}`;

async function arrive(page: Page) {
  await signIn(page);
  await page.evaluate(() => localStorage.setItem('default_location', '"demo-pizza"'));
  await expect(page.getByTestId('todays-sales')).toBeVisible();
}

/** Records each slide of a page: its milliseconds and its start. Call it before the page is loaded. */
async function recordSlides(page: Page) {
  await page.addInitScript(() => {
    const slides: unknown[] = [];
    Object.assign(window, { slides: slides });
    addEventListener('animationstart', ({ target, animationName }) => {
      if (!/forward|back/.test(animationName)) return;
      // From its rules: on a busy page the slide may be over when its event arrives.
      const { animationDuration } = getComputedStyle(target as Element);
      const frames = [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules])
        .find((rule) => rule instanceof CSSKeyframesRule && rule.name === animationName);
      const [first] = (frames as CSSKeyframesRule | undefined)?.cssRules ?? [];
      const { transform } = (first as CSSKeyframeRule).style;
      slides.push([
        Number.parseFloat(animationDuration) * 1000,
        transform.replace('translateX', 'translate'),
      ]);
    });
  });
}

/** The last slide since the page was loaded. */
function lastSlide(page: Page) {
  return page.evaluate(() => (window as unknown as { slides: unknown[] }).slides.at(-1));
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('pages slide in 300 ms, from the right or from the left', async ({ page }) => {
    await recordSlides(page);
    await arrive(page);
    await page.getByRole('link', { name: 'More', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'More' })).toBeVisible();
    await expect.poll(() => lastSlide(page)).toEqual([300, 'translate(100%)']);
    await page.goBack();
    await expect.poll(() => lastSlide(page)).toEqual([300, 'translate(-100%)']);
  });

  test('a panel comes from below in 200 ms', async ({ page }) => {
    await arrive(page);
    await page.getByRole('button', { name: 'Select' }).click();
    const panel = page.getByRole('dialog', { name: 'Select Location' });
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((node) => getComputedStyle(node).transitionDuration)).toMatch(
      /^(0\.2s|200ms)/,
    );
  });
});

test('pages do not slide without motion', async ({ page }) => {
  await recordSlides(page);
  await arrive(page);
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible();
  const parts = await page.evaluate(() =>
    [...document.querySelectorAll('main *')].map((node) => getComputedStyle(node).animationName),
  );
  expect(parts.filter((name) => /forward|back/.test(name))).toEqual([]);
  expect(await lastSlide(page)).toBeUndefined();
});

test('a sheet follows the finger, and closes past 40 px', async ({ page }) => {
  await arrive(page);
  await page.getByRole('button', { name: 'Select' }).click();
  const sheet = page.getByRole('dialog', { name: 'Select Location' });
  const title = sheet.getByRole('heading', { name: 'Select Location' });
  await expect(title).toBeVisible();
  await drag(page, title, { dy: 36 });
  await expect(sheet).toBeVisible();
  await drag(page, title, { dy: 60 });
  await expect(sheet).toBeHidden();
});

test('the whole row of the location opens its sheet, which keeps its height', async ({ page }) => {
  await arrive(page);
  const row = page.getByRole('button', { name: 'Select' }).locator('..');
  await row.click({ position: { x: 12, y: 12 } });
  const sheet = page.getByRole('dialog', { name: 'Select Location' });
  const search = sheet.getByRole('searchbox');
  await expect(search).toBeVisible();
  const rows = () => sheet.getByRole('listitem').count();
  await expect.poll(rows).toBeGreaterThan(2);
  const before = await sheet.boundingBox();
  // 'All Locations' stays.
  await search.fill('pizza');
  await expect.poll(rows).toBe(2);
  expect((await sheet.boundingBox())?.height).toBeCloseTo(before?.height ?? 0, 0);
});

test('the focus stays in a sheet and returns where it came from', async ({ page }) => {
  await arrive(page);
  const opener = page.getByRole('button', { name: 'Select' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Select Location' });
  await expect(sheet).toBeVisible();
  const inside = () => sheet.evaluate((node) => node.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press(step < 8 ? 'Tab' : 'Shift+Tab');
    expect(await inside()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a downward swipe on the bar goes back', async ({ page }) => {
  await arrive(page);
  await page.goto('/profile');
  await page
    .getByRole('link', { name: /Password/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/profile\/password$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Change Password' })).toBeVisible();
  const bar = page.locator('main header');
  await drag(page, bar, { dy: 36 });
  await drag(page, bar, { dx: 80 });
  await expect(page).toHaveURL(/\/profile\/password$/);
  await drag(page, bar, { dy: 60 });
  await expect(page).toHaveURL(/\/profile$/);
});

test.describe('pulling down refreshes', () => {
  const pages = [
    ['Home', '/home', 'get-daily-sales-labor', '[data-testid="todays-sales"]'],
    ['a report', report, 'get-daily-sales-labor', 'table'],
    ['a list', '/customers', 'get-customers-list', '[aria-label="Customers"] button'],
  ] as const;
  for (const [name, path, call, content] of pages) {
    test(`for ${name}`, async ({ page }) => {
      await arrive(page);
      // Then only Home sends calls by itself.
      if (name !== 'Home') await withoutStream(page);
      await page.goto(path);
      await expect(page.locator(content).first()).toBeVisible();
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const main = page.getByRole('main');
      const at = { x: 180, y: 90 };
      const again = page.waitForRequest((request) => request.url().endsWith(call));
      await drag(page, main, { dy: 200, at });
      await again;
      await expect(page.getByTestId('pull')).toHaveCSS('height', '0px');

      // Not after a short pull, one across, or one that begins further down.
      requested.length = 0;
      await drag(page, main, { dy: 60, at });
      await drag(page, main, { dx: 160, dy: 40, at });
      await page.evaluate(() => window.scrollTo(0, 300));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
      await drag(page, page.locator('body'), { dy: 80, at: { x: 180, y: 500 } });
      // Home reads its figures each minute and after live events.
      if (name !== 'Home') expect(requested.filter((url) => url.endsWith(call))).toEqual([]);
    });
  }
});

const longLists = [
  ['/customers', '[aria-label="Customers"] button'],
  [`/home/sales-history?from=${from}&to=${to}&posID=demo-pizza`, 'button:has-text("#")'],
  ['/home/menu', '[aria-label="Items"] button'],
] as const;

test('going back restores the position in a long list', async ({ page }) => {
  await arrive(page);
  for (const [path, row] of longLists) {
    await page.goto(path);
    await expect(page.locator(row).first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 900));
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBeGreaterThan(600);
    const position = await page.evaluate(() => window.scrollY);
    await page.getByRole('link', { name: 'More', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'More' })).toBeVisible();
    await page.goBack();
    await expect(page.locator(row).first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => window.scrollY), path)
      .toBeGreaterThan(position - 80);
  }
});

test('reloading restores the position in a long list', async ({ page }) => {
  await arrive(page);
  for (const [path, row] of longLists) {
    await page.goto(path);
    await expect(page.locator(row).first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 900));
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBeGreaterThan(600);
    await page.reload();
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBeGreaterThan(800);
  }
});

test('reloading restores the position in a slow list', async ({ page }) => {
  await arrive(page);
  const [path, row] = longLists[1];
  await page.goto(path);
  await expect(page.locator(row).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/get-inside-sales', async (route) => {
    await late;
    await route.continue();
  });
  await page.reload();
  await page.waitForFunction(() => performance.now() > 6000);
  answer();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800);
});

test('scrolling early on a slow phone is not undone', async ({ page }) => {
  await arrive(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[role="listitem"] button') === null) return;
      watch.disconnect();
      window.scrollTo(0, 900);
      document.documentElement.dataset.scrolled = '';
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  for (const [path] of longLists) {
    await page.goto(path);
    await expect(page.locator('[data-scrolled]'), path).toBeAttached();
    // Late layout shifts come before the page was unchanged for this many frames.
    await page.evaluate(async () => {
      for (let rests = 0; rests < 30; rests++)
        await new Promise((rest) => requestIdleCallback(rest));
    });
    expect(await page.evaluate(() => window.scrollY), path).toBeGreaterThan(800);
  }
});

const screens = [
  '/home',
  report,
  `/home/sales-history?from=${from}&to=${to}&posID=demo-pizza`,
  '/home/menu',
  '/stripe-transactions',
  '/customers',
  '/more',
  '/profile',
];

/** Visible words that the badge of the test mode covers. */
function wordsUnderBadge(page: Page) {
  return page.evaluate(() => {
    const badge = document.querySelector('aside[aria-label="Test Mode"]');
    if (!badge) return ['no badge'];
    const { top, bottom, left } = badge.getBoundingClientRect();
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const shown = node.parentElement?.checkVisibility({ visibilityProperty: true });
      if (!node.textContent?.trim() || badge.contains(node) || !shown) continue;
      // Text for screen readers alone is one pixel wide.
      let part = node.parentElement;
      while (part && part.getBoundingClientRect().width > 1) part = part.parentElement;
      if (part) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const over = rect.right > left && rect.bottom > top && rect.top < bottom;
        if (!over) continue;
        // Clipped text is not visible: the badge itself takes no touches.
        const x = (Math.max(rect.left, left) + Math.min(rect.right, innerWidth)) / 2;
        const y = (Math.max(rect.top, top) + Math.min(rect.bottom, bottom)) / 2;
        if (document.elementFromPoint(x, y) === node.parentElement) found.push(node.textContent);
      }
    }
    return found;
  });
}

for (const [name, viewport, rem] of [
  ['a phone', { width: 360, height: 740 }, 16],
  ['large text', { width: 360, height: 740 }, 32],
  ['a phone on its side', { width: 740, height: 360 }, 16],
] as const) {
  test(`every main screen is usable on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrive(page);
    for (const path of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}px`;
      }, rem);
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await expect(page.getByRole('complementary', { name: 'Test Mode' })).toBeVisible();
      expect(await scrollsSideways(page), path).toBe(false);
      expect(await wordsUnderBadge(page), path).toEqual([]);
      // Bars leave most of the screen to the content.
      const bars = await page.evaluate(() => {
        const header = document.querySelector('main header')?.getBoundingClientRect().height ?? 0;
        const tabs = document.querySelector('nav[aria-label="Main"]')?.getBoundingClientRect();
        return header + (tabs && tabs.width > tabs.height ? tabs.height : 0);
      });
      expect(bars, path).toBeLessThan(viewport.height / 2);
    }
  });
}

test('bars keep clear of a notch and of the line below', async ({ page }) => {
  await arrive(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { top: 40, bottom: 30, left: 20, right: 20 },
  });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar).toHaveCSS('padding-bottom', '30px');
  await expect(bar).toHaveCSS('padding-left', '20px');
  await expect(page.locator('header').first()).toHaveCSS('padding-top', '40px');
  const strip = await page.getByRole('button', { name: 'Select' }).boundingBox();
  expect((strip?.x ?? 0) + (strip?.width ?? 0)).toBeLessThanOrEqual(340);
});
