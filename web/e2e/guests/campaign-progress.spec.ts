import type { APIRequestContext, Page } from '@playwright/test';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { mailsAbout, refuseMail, slowMail } from '../fixtures/servers/standIns';
import { expect, test } from '../fixtures/test';

const GUESTS = 300;
/** Guests with the address of another guest. */
const REPEATED = 5;
/** Addresses that do not exist. */
const BOUNCING = 3;
const SENT = GUESTS - REPEATED - BOUNCING;

/** The state of a campaign's page at a moment. */
interface Figures {
  /** The large number. */
  big: number;
  recipients: number;
  /** The counts, whose sum is checked. */
  parts: Record<string, number>;
}

/** A new location with many guests. */
async function manyGuests(page: Page, request: APIRequestContext, unique: string): Promise<void> {
  await newPerson(page, request, 'Progress');
  const till = await newLocation(page, request, `progress-${unique}`, 'Corner Trattoria');
  const address = (index: number) => `guest-${index}-${unique}@example.com`;
  await till.sendAll(
    Array.from({ length: GUESTS }, (_, index) => ({
      id: `guest-${index}`,
      type: 'customer.upserted',
      data: {
        posCustomerID: `guest-${index}`,
        revision: 1,
        firstName: 'Guest',
        lastName: `No. ${index}`,
        email: address(index < GUESTS - REPEATED ? index : 0),
        emailConsent: true,
      },
    })),
  );
  for (let index = 0; index < BOUNCING; index++) {
    await refuseMail(request, address(1 + index));
  }
  await chooseLocation(page, till.posID);
}

/** Records each state of a campaign's progress on the page, without reloading it. */
async function watch(page: Page): Promise<() => Promise<Figures[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const number = (element: Element | null | undefined) =>
      Number((element?.textContent ?? '').replaceAll(',', ''));
    const note = () => {
      const region = document.querySelector('main section[aria-label="Progress"]');
      const rows = [...(region?.querySelectorAll('dl > div') ?? [])];
      const sum = rows.findIndex((row) => row.hasAttribute('data-sum'));
      if (sum < 0) return;
      const parts = rows.slice(0, sum).map((row) => {
        const [label] = [...(row.querySelector('dt')?.childNodes ?? [])].filter(
          ({ nodeType }) => nodeType === Node.TEXT_NODE,
        );
        return [label?.textContent ?? '', number(row.querySelector('dd'))];
      });
      const figures = JSON.stringify({
        big: number(region?.querySelector('p > span')),
        recipients: number(rows[sum]?.querySelector('dd')),
        parts: Object.fromEntries(parts),
      });
      if (figures !== seen.at(-1)) seen.push(figures);
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return async () => {
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    return seen.map((figures) => JSON.parse(figures) as Figures);
  };
}

test.afterEach(({ request }) => slowMail(request, 0));

test("a campaign's figures add up until its end", async ({ page, request, axe }) => {
  const unique = Date.now().toString(36);
  const subject = `Progress ${unique}`;
  await manyGuests(page, request, unique);
  await expect(async () => {
    await page.goto('/email-marketing/basic-email-marketing');
    await expect(page.getByRole('button', { name: `Select all ${GUESTS}` })).toBeVisible({
      timeout: 15_000,
    });
  }).toPass();
  await page.getByRole('button', { name: `Select all ${GUESTS}` }).click();
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Come in.');
  await slowMail(request, 2_000);
  const seen = await watch(page);
  await page.getByRole('button', { name: 'Send email' }).click();
  const question = page.getByRole('dialog', { name: /^Are you sure/ });
  await expect(question).toContainText(String(GUESTS - REPEATED));
  await expect(question.getByRole('listitem')).toHaveText([
    `Excluded: duplicate address${REPEATED}`,
  ]);
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByText('Sending', { exact: true })).toBeVisible();
  await axe();
  await expect(progress.getByText('Finished', { exact: true })).toBeVisible();

  const figures = await seen();
  const sum = ({ parts }: Figures) => Object.values(parts).reduce((all, part) => all + part, 0);
  expect(figures.filter((each) => each.recipients !== GUESTS || sum(each) !== GUESTS)).toEqual([]);
  expect(figures.filter(({ big, parts }) => parts.Sent !== big)).toEqual([]);
  const sent = figures.map(({ big }) => big);
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  // States of the middle were recorded, not the end alone.
  expect(new Set(sent.filter((count) => count > 0 && count < SENT)).size).toBeGreaterThan(1);
  expect(figures.at(-1)?.parts).toEqual({ Sent: SENT, Failed: BOUNCING, Excluded: REPEATED });

  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }

  // The list agrees with the bar, and no recipient got it twice.
  await expect(page.getByRole('button', { name: `Sent ${SENT}` })).toBeVisible();
  await page.getByRole('button', { name: `Failed ${BOUNCING}` }).click();
  await expect(page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveCount(
    BOUNCING,
  );
  const addresses = (await mailsAbout(request, subject)).flatMap(({ to }) => to);
  expect(addresses).toHaveLength(SENT);
  expect(new Set(addresses).size).toBe(SENT);
});
