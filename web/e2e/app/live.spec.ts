import { setInterval } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  events,
  expectSales,
  generationOf,
  got,
  killNats,
  type ReceivedEvent,
  record,
  streamsOf,
  streamTimes,
} from '../fixtures/browser/live';
import { newLocation, newPerson } from '../fixtures/people';
import { anotherGateway, type Gateway } from '../fixtures/servers/gateway';
import type { Till } from '../fixtures/servers/till';
import { call, expect, signIn, test } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

const first = process.env.SAFFRON_BASE_URL ?? 'http://localhost:8080';
let second: Gateway;
let owner: { email: string; password: string };
/** The owner's one location; its sales so far in dollars. */
let corner: Till;
let sold = 0;
let stored: Awaited<ReturnType<BrowserContext['storageState']>>;
const contexts: BrowserContext[] = [];

test.beforeAll(async ({ browser, playwright }) => {
  second = await anotherGateway();
  await second.start();
  const request = await playwright.request.newContext({ baseURL: first });
  const page = await (await newBrowser(browser, first)).newPage();
  owner = await newPerson(page, request, 'Live');
  corner = await newLocation(page, request, `live-${Date.now().toString(36)}`, 'Corner Trattoria');
  stored = await page.context().storageState();
  await closeAll();
});

test.afterEach(closeAll);
test.afterAll(() => second?.stop());

async function closeAll(): Promise<void> {
  for (const context of contexts.splice(0)) await context.close();
}

/** A new browser. */
async function newBrowser(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin });
  contexts.push(context);
  return context;
}

/** A browser in which the owner signed in earlier. */
async function ownerBrowser(browser: Browser, origin: string): Promise<BrowserContext> {
  const { cookies, origins } = stored;
  const storageState = { cookies, origins: origins.map((one) => ({ ...one, origin })) };
  const context = await browser.newContext({ baseURL: origin, storageState });
  contexts.push(context);
  return context;
}

/** A page of the owner, live on Home; its messages are recorded from then on. */
async function ownerPage(browser: Browser, origin: string): Promise<Page> {
  const page = await (await ownerBrowser(browser, origin)).newPage();
  await watch(page);
  return page;
}

/** Opens Home, waits until it is live, and records from then on. */
async function watch(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(page.getByText(/^Live/)).toBeVisible();
  await record(page);
}

/** A check of this much at the owner's location. */
async function sell(dollars = 1): Promise<void> {
  sold += dollars;
  const id = `c-${Date.now().toString(36)}-${sold.toFixed(2).replace('.', '_')}`;
  await corner.closeCheck({ id, dollars });
}

/** A large voided check: it notifies the owner. */
function voidCheck(till: Till): Promise<void> {
  const id = `v-${Date.now().toString(36)}`;
  return till.send(id, 'check.closed', {
    posCheckID: id,
    revision: 1,
    closeTime: new Date().toISOString(),
    voided: true,
    employee: { id: 'e1', name: 'Server One' },
    items: [{ posItemID: 'soup', name: 'Soup', quantity: 1, amount: '84.00', cost: 1 }],
    payments: [],
  });
}

/** Whether an event carries these sales of a location today. */
function isSale({ posID }: Till, dollars: number) {
  return ({ type, data }: ReceivedEvent) => {
    const { totals } = data as { totals?: { grossSales: number } };
    return type === 'report.changed' && data.posID === posID && totals?.grossSales === dollars;
  };
}

const isReset = ({ type }: ReceivedEvent) => type === 'reset';
const isCommunication = ({ type }: ReceivedEvent) => type === 'communication';

/** Sends a check that reaches all pages; answers its position in the stream, from which they can be compared. */
async function begin(...pages: Page[]): Promise<number> {
  await sell();
  const all = pages.map((page) => got(page, isSale(corner, sold), 'the first sale'));
  const positions = (await Promise.all(all)).map(({ sequence }) => sequence);
  expect(new Set(positions).size).toBe(1);
  return positions[0] ?? 0;
}

/** Events of a page behind a position of the stream: position, type and id. */
async function list(page: Page, after: number): Promise<string[]> {
  const received = (await events(page, after)).filter((event) => !isReset(event));
  return received.map(({ position, type, id }) => `${position} ${type} ${id}`);
}

/**
 * Both pages got the same events in the same order, none of them twice, the witness at least this many. A page that was
 * reset has everything up to its reset.
 */
async function expectSame(page: Page, witness: Page, after: number, atLeast: number) {
  expect((await list(witness, after)).length).toBeGreaterThanOrEqual(atLeast);
  const loaded = [...(await events(page)), ...(await events(witness))].filter(isReset);
  const start = Math.max(after, ...loaded.map(({ sequence }) => sequence));
  const expected = await list(witness, start);
  expect(new Set(expected).size).toBe(expected.length);
  await expect.poll(() => list(page, start)).toEqual(expected);
}

test('events of either gateway reach the browsers of both once', async ({
  browser,
  playwright,
}) => {
  // The same person, in two sessions.
  const page = await ownerPage(browser, first);
  const other = await (await newBrowser(browser, second.origin)).newPage();
  await signIn(other, owner);
  await watch(other);
  const there = await playwright.request.newContext({ baseURL: second.origin });
  const harbour = await newLocation(other, there, `${corner.posID}-2`, 'Harbour Trattoria');
  for (const at of [page, other]) await expect(at.getByText('Harbour Trattoria')).toBeVisible();
  const start = await begin(page, other);

  await sell(41.5);
  for (const at of [page, other]) await expectSales(at, sold);
  await harbour.closeCheck({ id: 'c-1', dollars: 8.5 });
  for (const at of [page, other]) await expectSales(at, sold + 8.5);
  await voidCheck(harbour);
  const received = await got(page, isCommunication, 'a communication');
  expect(received.data).toMatchObject({ kind: 'largeVoid', posID: harbour.posID });
  expect(await got(other, isCommunication, 'a communication')).toEqual(received);
  await expectSame(page, other, start, 3);

  await call(page, 'unlink-restaurant', { posID: harbour.posID });
  await there.dispose();
});

test('changes before the stream opens are shown', async ({ browser }) => {
  const witness = await ownerPage(browser, second.origin);
  await begin(witness);
  const page = await (await ownerBrowser(browser, first)).newPage();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/push/v1/stream*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home');
  await expectSales(page, sold);
  await sell(12.5);
  await got(witness, isSale(corner, sold), 'the sale');
  release();
  await expectSales(page, sold);
  await expect(page.getByText(/^Live/)).toBeVisible();
});

test('a minute without a network loses and repeats no event', async ({ browser }) => {
  const page = await ownerPage(browser, first);
  const witness = await ownerPage(browser, second.origin);
  // Without an event, it can only resume from the stream's position.
  expect(await events(page)).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Not live/)).toBeVisible();
  const start = await begin(witness);

  const until = Date.now() + 60_000;
  let checks = 0;
  for await (const now of setInterval(1000, Date.now)) {
    await sell();
    checks += 1;
    if (checks === 20) await voidCheck(corner);
    if (checks === 30) {
      const item = { posItemID: 'soup', name: 'Soup', price: '1.00', revision: 1 };
      await corner.send('soup-1', 'item.upserted', item);
    }
    if (now() >= until) break;
  }
  await got(witness, isSale(corner, sold), 'the last sale');
  await got(witness, isCommunication, 'a communication');
  await got(witness, ({ type }) => type === 'items.changed', 'a change of the menu');
  expect(await events(page)).toEqual([]);

  await page.context().setOffline(false);
  await expect(page.getByText(/^Live/)).toBeVisible();
  for (const at of [page, witness]) await expectSales(at, sold);
  await expectSame(page, witness, start - 1, checks);
});

test('pages reload and are live after NATS restarts', async ({ browser }) => {
  const pages = [await ownerPage(browser, first), await ownerPage(browser, second.origin)];
  await begin(...pages);
  const before = await Promise.all(
    pages.map((page) => got(page, isSale(corner, sold), 'the first sale')),
  );
  const isNew = (event: ReceivedEvent) =>
    before.every((old) => generationOf(old) !== generationOf(event));
  for (const page of pages) await expectSales(page, sold);

  // Sales do not change the list of locations: a page that reads it again loads everything.
  const requests = pages.map((page) =>
    page.waitForRequest((request) => request.url().includes('/get-restaurant-list/'), {
      timeout: 60_000,
    }),
  );
  // Stored, but maybe not published yet: the pending publications are lost.
  await sell(8.5);
  killNats();
  for (const page of pages) {
    await got(page, (event) => isReset(event) && isNew(event), 'a reset');
  }
  await Promise.all(requests);
  for (const page of pages) await expectSales(page, sold);

  await sell(25);
  for (const page of pages) {
    expect(isNew(await got(page, isSale(corner, sold), 'a sale afterwards'))).toBe(true);
    await expectSales(page, sold);
  }
});

test('tabs share one stream and hand it over without a gap', async ({ browser }) => {
  const witness = await ownerPage(browser, second.origin);
  const context = await ownerBrowser(browser, first);
  const streams = streamsOf(context);
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()] as const;
  const [leader, follower, last] = tabs;
  for (const tab of tabs) await watch(tab);
  expect(streams.begun).toHaveLength(1);
  const start = await begin(...tabs, witness);
  for (const tab of tabs) await expectSales(tab, sold);

  // The leading tab closes while checks arrive, until one tab is left.
  for (const [gone, tab] of [leader, follower].entries()) {
    const selling = (async () => {
      for (let n = 0; n < 10; n++) await sell();
    })();
    await tab.close();
    await expect.poll(() => streams.begun.length).toBe(gone + 2);
    await selling;
    await got(last, isSale(corner, sold), 'the last sale');
  }
  await expectSales(last, sold);
  expect(streams.open()).toHaveLength(1);
  expect(streams.begun).toHaveLength(3);
  for (const begun of streams.begun.slice(1)) {
    expect(begun.headers()['last-event-id']).toMatch(/^\d+-\d+$/);
  }
  await got(witness, isSale(corner, sold), 'the last sale');
  await expectSame(last, witness, start, 2);
});

test('a frozen tab loses the stream to a visible one', async ({ browser }) => {
  const context = await ownerBrowser(browser, first);
  const streams = streamsOf(context);
  const leader = await context.newPage();
  await watch(leader);
  const devTools = await context.newCDPSession(leader);
  await devTools.send('Debugger.enable');
  await devTools.send('Debugger.pause');
  const tab = await context.newPage();
  await tab.goto('/home');
  await expect(tab.getByText(/^Live/)).toBeVisible();
  await record(tab);
  expect(streams.begun).toHaveLength(2);
  await begin(tab);
  await devTools.send('Debugger.disable');
  await expectSales(leader, sold);
  await expect.poll(() => streams.open()).toHaveLength(1);
});

test('signing out in one tab ends the stream in all tabs', async ({ browser }) => {
  const context = await newBrowser(browser, first);
  const streams = streamsOf(context);
  const leader = await context.newPage();
  await signIn(leader, owner);
  await expect(leader.getByText(/^Live/)).toBeVisible();
  const follower = await context.newPage();
  await follower.goto('/home/profile');
  await follower.getByRole('button', { name: 'Logout' }).click();
  await follower.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  for (const tab of [leader, follower]) {
    await tab.waitForURL('**/auth/login');
    await expect(tab.getByText('Your session has been expired', { exact: false })).toBeHidden();
  }
  await expect.poll(() => streams.open()).toHaveLength(0);
});

test('an unlinked location sends no events to any browser', async ({ browser, request }) => {
  const page = await ownerPage(browser, first);
  const other = await ownerPage(browser, second.origin);
  const posID = `${corner.posID}-3`;
  await newLocation(page, request, posID, 'Terrace Trattoria');
  // Another person still gets its events: those that this one no longer gets were sent.
  const partner = await (await newBrowser(browser, first)).newPage();
  await newPerson(partner, request, 'Partner');
  const terrace = await newLocation(partner, request, posID, 'Terrace Trattoria');
  await watch(partner);
  await terrace.closeCheck({ id: 'c-1', dollars: 41.5 });
  await expectSales(other, sold + 41.5);
  const before = await got(other, isSale(terrace, 41.5), 'a sale there');

  await call(page, 'unlink-restaurant', { posID });
  await expect(other.getByText('Terrace Trattoria')).toBeHidden();
  await expectSales(other, sold);
  await terrace.closeCheck({ id: 'c-2', dollars: 1 });
  await voidCheck(terrace);
  const sale = await got(partner, isSale(terrace, 42.5), 'a sale there');
  const received = await got(partner, isCommunication, 'a communication');
  await sell();
  const after = await got(other, isSale(corner, sold), 'a sale elsewhere');
  expect(after.sequence).toBeGreaterThan(Math.max(sale.sequence, received.sequence));
  const since = (await events(other, before.sequence)).filter((event) => !isReset(event));
  expect(since.map(({ type, data }) => [type, data.posID])).toEqual([
    ['locations.changed', undefined],
    ['report.changed', corner.posID],
  ]);
  await expectSales(other, sold);
});

test('another gateway resumes the streams of a stopping one', async ({ browser }) => {
  const witness = await ownerPage(browser, first);
  const context = await ownerBrowser(browser, second.origin);
  const page = await context.newPage();
  const streams = await streamTimes(page);
  await watch(page);
  const start = await begin(page, witness);

  await second.stop();
  await expect(page.getByText(/^Not live/)).toBeVisible();
  for (let n = 0; n < 5; n++) await sell();
  await got(witness, isSale(corner, sold), 'the last sale');
  await second.start();
  await expect(page.getByText(/^Live/)).toBeVisible();
  await expectSales(page, sold);
  // It resumes without a reset.
  expect((await events(page)).filter(isReset)).toEqual([]);
  await expectSame(page, witness, start, 1);
  const away = (streams.began[1] ?? 0) - (streams.ended[0] ?? 0);
  // The gateway names one to five seconds; without it a page comes back within half a second.
  expect(away).toBeGreaterThanOrEqual(1);
});
