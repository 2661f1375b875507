import { cpus } from 'node:os';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { newLocation, newPerson } from '../fixtures/people';
import type { Till } from '../fixtures/servers/till';
import { call } from '../fixtures/test';
import { handOver } from './figures';

const guests = 50_000;
const items = 5_000;
/** Facts of a POST. */
const atOnce = 2_000;
/** A flicking thumb: pixels, milliseconds between two flicks, seconds in all. */
const flick = { pixels: 900, every: 60, seconds: 15 };
/** As fast as this machine, and as slow as a phone of some years. */
const slowdowns = [1, 4];

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

const guestAt = (at: number) => ({
  id: `g-${at}`,
  type: 'customer.upserted',
  data: {
    posCustomerID: `g${at}`,
    revision: 1,
    firstName: ['Amara', 'Dmitri', 'Grace', 'Keiko', 'Omar', 'Rosa', 'Wen'][at % 7],
    lastName: `${['Abbott', 'Castillo', 'Haddad', 'Nguyen', 'Okafor'][at % 5]} ${at}`,
    email: `guest.${at}@guests.example`,
    cellPhoneNumber: `(212) ${200 + Math.floor(at / 10_000)}-${String(at % 10_000).padStart(4, '0')}`,
  },
});

const itemAt = (at: number) => ({
  id: `i-${at}`,
  type: 'item.upserted',
  data: {
    posItemID: `i${at}`,
    revision: 1,
    name: `${['Roasted', 'Grilled', 'Smoked', 'Crispy'][at % 4]} dish ${at}`,
    majorCategory: 'Food',
    price: 3 + (at % 50),
    cost: 1 + (at % 10),
    stock: at % 40,
  },
});

async function send<Fact extends { id: string; type: string; data: object }>(
  till: Till,
  count: number,
  factAt: (at: number) => Fact,
) {
  for (let first = 0; first < count; first += atOnce) {
    const length = Math.min(atOnce, count - first);
    await till.sendAll(Array.from({ length }, (_, at) => factAt(first + at)));
  }
}

/** Waits until a list has its last row. */
async function settled(page: Page, name: string, search: string, list: string) {
  await expect(async () => {
    const found = await call<Record<string, unknown[]>>(page, name, { search, limit: 5 });
    expect(found[list]).toHaveLength(1);
  }).toPass({ timeout: 120_000 });
}

/** Events of the browser's trace while something happens. */
async function traced(cdp: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  const done = new Promise((complete) => cdp.once('Tracing.tracingComplete', complete));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    },
  });
  await work();
  await cdp.send('Tracing.end');
  await done;
  return events;
}

/** Milliseconds of each task of the page's main thread, the one of the busiest renderer. */
function tasksOf(events: TraceEvent[]): number[] {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid}.${tid}`);
  const byThread = new Map<string, number[]>(mains.map((thread) => [thread, []]));
  for (const { name, ph, dur, pid, tid } of events) {
    if (ph === 'X' && name.endsWith('RunTask'))
      byThread.get(`${pid}.${tid}`)?.push((dur ?? 0) / 1_000);
  }
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return [...byThread.values()].sort((a, b) => sum(b) - sum(a))[0] ?? [];
}

/** Scrolls for a while; gives milliseconds from frame to frame. */
async function flickThrough(page: Page, within: string): Promise<number[]> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    Object.assign(window, { gaps });
    let last = performance.now();
    const note = (now: number) => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const box = await page.locator(within).first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + 100, Math.max(box?.y ?? 0, 0) + 200);
  const end = Date.now() + flick.seconds * 1_000;
  while (Date.now() < end) {
    await page.mouse.wheel(0, flick.pixels);
    await page.waitForTimeout(flick.every);
  }
  return page.evaluate(() => (window as unknown as { gaps: number[] }).gaps);
}

const at = (sorted: number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

test.use({ viewport: { width: 360, height: 740 } });

/** How smoothly long lists scroll while their pages come in. */
test('scrolling long lists', async ({ page, request }) => {
  test.setTimeout(900_000);
  await newPerson(page, request, 'Bench');
  const till = await newLocation(page, request, `scroll-${Date.now().toString(36)}`, 'Bench');
  await page.goto('/home');
  await send(till, guests, guestAt);
  await send(till, items, itemAt);
  await settled(page, 'get-customers-list', guestAt(guests - 1).data.email, 'customerList');
  await settled(page, 'get-items-list', itemAt(items - 1).data.name, 'itemList');
  const cdp = await page.context().newCDPSession(page);
  console.log(`machine: ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`);
  console.log(
    `${guests} guests, ${items} items; ${flick.pixels} px every ${flick.every} ms for ${flick.seconds} s; headless, drawn by the processor; dev build of the services`,
  );
  console.log(
    '| list | processor | rows passed | frame p50 ms | frame p99 ms | longest frame ms | tasks over 50 ms | longest task ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const lists = [
    { name: 'guests', route: '/customers', rows: page.getByRole('list', { name: 'Customers' }) },
    { name: 'items', route: '/home/menu', rows: page.getByRole('list', { name: 'Items' }) },
  ];
  for (const slower of slowdowns) {
    for (const { name, route, rows } of lists) {
      await page.goto(route);
      await rows.getByRole('button').first().waitFor();
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
      let gaps: number[] = [];
      const events = await traced(cdp, async () => {
        gaps = await flickThrough(page, 'main');
      });
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const passed = await rows.getByRole('listitem').last().getAttribute('aria-posinset');
      const tasks = tasksOf(events);
      expect(tasks.length, 'tasks in the trace').toBeGreaterThan(100);
      gaps.sort((a, b) => a - b);
      const processor = slower === 1 ? 'as it is' : `${slower} times slower`;
      handOver({
        what: `${name}, processor ${processor}, frame p99`,
        unit: 'ms',
        decimals: 1,
        values: [Number(at(gaps, 0.99))],
      });
      const long = tasks.filter((ms) => ms > 50).length;
      console.log(
        `| ${name} | ${processor} | ${passed} | ${at(gaps, 0.5)} | ${at(gaps, 0.99)} | ${at(gaps, 1)} | ${long} of ${tasks.length} | ${Math.max(...tasks).toFixed(1)} |`,
      );
    }
  }
});
