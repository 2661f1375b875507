import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { reward } from '../../src/lib/messages/guests/customers';
import { faultsOf, opened } from '../fixtures/browser/mailHtml';
import { itemAt } from '../fixtures/menu';
import { chooseLocation } from '../fixtures/people';
import { business, newRestaurant, recipients } from '../fixtures/restaurant';
import {
  awakeArea,
  headerOf,
  type Mail,
  mailsTo,
  textBack,
  textsTo,
} from '../fixtures/servers/standIns';
import type { Till } from '../fixtures/servers/till';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';

const base = process.env.SAFFRON_BASE_URL ?? 'http://localhost:8080';

async function exclusionOf(page: Page, posID: string, channel: string, id: string) {
  const list = await recipients(page, posID, channel);
  return list.find(({ posCustomerID }) => posCustomerID === id)?.exclusion;
}

interface Words {
  subject?: string;
  body: string;
  code?: string;
  percent?: string;
  item?: string;
}

/** Sends a campaign to all possible recipients with a double tap, and waits for its end. */
async function send(page: Page, path: string, words: Words): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Select all 2' }).click();
  if (words.subject) await page.getByLabel('Subject').fill(words.subject);
  await page.getByLabel('Message').fill(words.body);
  if (words.code) await page.getByLabel('Promo code').fill(words.code);
  if (words.percent) await page.getByLabel('Percent off').fill(words.percent);
  if (words.item) {
    await page.getByRole('button', { name: 'Select items' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Item' });
    await picker.getByRole('button', { name: new RegExp(`^${words.item}`) }).click();
    await picker.getByRole('button', { name: 'Done' }).click();
    await expect(picker).toBeHidden();
  }
  await page.getByRole('button', { name: /^Send (email|text)$/ }).click();
  const question = page.getByRole('dialog', { name: /^Are you sure that you want to/ });
  await expect(question).toContainText('2');
  await expect(question).toContainText('guests will receive it');
  await question.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(page.getByText(/sent to all recipients\.$/)).toBeVisible();
  await page.waitForURL('**/campaigns/*');
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByText('Finished', { exact: true })).toBeVisible();
  await expect(progress).toContainText('2 of 2 sent');
}

/** The one mail with this subject that an address got. */
async function mailAbout(
  request: APIRequestContext,
  address: string,
  subject: string,
): Promise<Mail> {
  const found = (await mailsTo(request, address)).filter((mail) => mail.subject === subject);
  expect(found).toHaveLength(1);
  return found[0] as Mail;
}

/** Gives an item a picture and an offer of 20% off; the address of the picture. */
async function offer(page: Page, till: Till, posItemID: string): Promise<string> {
  await expect.poll(() => itemAt(page, till, posItemID).catch(() => null)).not.toBeNull();
  const image = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 320;
    canvas.getContext('2d')?.fillRect(0, 0, 320, 320);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const { posID } = till;
  const { imageUrl } = await call<{ imageUrl: string }>(page, 'upload-item-image', {
    posID,
    image,
  });
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString();
  const offered = { offPercentage: 20, validFrom: day(-2), validUntil: day(2) };
  await call(page, 'update-positem', { posID, posItemID, imageUrl, ...offered });
  return `${new URL(base).origin}${imageUrl}`;
}

/** Checks that a mail is a valid HTML document, fits a phone, and loads these pictures only. */
async function expectSound(browser: Browser, { html }: Mail, pictures: string[] = []) {
  expect(await faultsOf(html)).toEqual([]);
  expect(html).not.toMatch(/<script/i);
  expect(await opened(browser, html)).toEqual({
    urls: pictures,
    missing: [],
    scrollsSideways: false,
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the screens of marketing are axe-clean and fit a phone', async ({ page, axe }) => {
      await signIn(page);
      await chooseLocation(page, 'demo-pizza');
      const look = async () => {
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
      };
      for (const channel of ['email', 'text']) {
        await page.goto(`/${channel}-marketing`);
        await expect(page.getByRole('navigation', { name: 'New campaign' })).toBeVisible();
        await look();
        for (const kind of ['basic', 'promotion', 'promo-code']) {
          await page.goto(`/${channel}-marketing/${kind}-${channel}-marketing`);
          const everyone = page.getByRole('button', { name: /^Select all/ });
          await expect(everyone.or(page.getByText(/can receive this right now/))).toBeVisible();
          await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0);
          await look();
        }
        await page.getByRole('button', { name: 'Select recipients' }).click();
        await expect(page.getByRole('list', { name: 'Recipients' })).toBeVisible();
        await look();
      }
    });
  });
}

test('emails of the three kinds arrive once at their recipients', async ({
  page,
  request,
  browser,
  axe,
}) => {
  const { till, guests } = await newRestaurant(page, request);
  const picture = await offer(page, till, 'margherita');
  const pages = '/email-marketing';
  await send(page, `${pages}/basic-email-marketing`, {
    subject: 'Rainy Sunday',
    body: 'Come in from the rain & <b>stay</b>.',
  });
  await axe();
  await send(page, `${pages}/promotion-email-marketing`, {
    subject: 'Pizza night',
    body: 'Our favourite.',
    item: 'Margherita',
  });
  await send(page, `${pages}/promo-code-email-marketing`, {
    subject: 'A code for you',
    body: 'For the next order.',
    code: 'rainy-20',
    percent: '20',
  });
  let sound: Mail[] = [];
  for (const { email } of guests) {
    const basic = await mailAbout(request, email, 'Rainy Sunday');
    expect(headerOf(basic, 'From')).toContain(business);
    expect(basic.text).toContain('Come in from the rain & <b>stay</b>.');
    expect(basic.html).toContain('&lt;b&gt;stay');
    expect(headerOf(basic, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const promotion = await mailAbout(request, email, 'Pizza night');
    expect(promotion.html).toContain('Margherita');
    expect(promotion.html).toContain('12.50');
    expect(promotion.html).toContain('10.00');
    expect(promotion.html).toContain('Up to 20% off');
    const code = await mailAbout(request, email, 'A code for you');
    expect(code.html).toContain('RAINY-20');
    expect(code.text).toContain('RAINY-20');
    sound = [basic, promotion, code];
  }
  for (const mail of sound) {
    await expectSound(browser, mail, mail.subject === 'Pizza night' ? [picture] : []);
  }
  expect(await exclusionOf(page, till.posID, 'email', 'g-0')).toBe('tooMany');
  await page.goto(pages);
  const list = page.getByRole('list', { name: 'Campaigns' });
  await expect(list.getByRole('button')).toHaveCount(3);
  await expect(list.getByRole('button').first()).toContainText('A code for you');
});

test('a reward sends an email', async ({ page, request, browser, axe }) => {
  const { till, guests } = await newRestaurant(page, request);
  const [ana] = guests;
  const validUntil = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await call(page, 'send-reward-point', {
    posID: till.posID,
    posCustomerID: ana.id,
    email: ana.email,
    cellPhoneNumber: ana.phone,
    rewardMessage: 'Thank you for coming so often!',
    rewardPoint: 500,
    userInformationID: 0,
    validUntil: `${validUntil}T23:59:59`,
  });
  await expect.poll(async () => (await mailsTo(request, ana.email)).length).toBe(1);
  const [mail] = (await mailsTo(request, ana.email)) as [Mail];
  expect(mail.subject).toContain(business);
  expect(mail.text).toContain('Thank you for coming so often!');
  await expectSound(browser, mail);
  await page.goto(`/customers?guest=${till.posID}%2F${ana.id}`);
  await expect(page.getByText(reward.messageSent.email)).toBeVisible();
  await axe();
});

test('texts of the three kinds arrive once at their recipients', async ({ page, request }) => {
  test.skip(awakeArea() === undefined, 'texts wait: it is night everywhere');
  const { guests } = await newRestaurant(page, request);
  const pages = '/text-marketing';
  await send(page, `${pages}/basic-text-marketing`, { body: 'Our terrace is open.' });
  await send(page, `${pages}/promotion-text-marketing`, { body: 'Pizza night tonight.' });
  await send(page, `${pages}/promo-code-text-marketing`, {
    body: 'For your next order.',
    code: 'rainy-21',
  });
  for (const { phone } of guests) {
    const texts = (await textsTo(request, phone)).map(({ body }) => body);
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toMatch(new RegExp(`^${business}: `));
      expect(text).toMatch(/Reply STOP to end$/);
    }
    expect(texts.filter((text) => text.includes('Our terrace is open.'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Pizza night tonight.'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('RAINY-21'))).toHaveLength(1);
  }
});

test("an email's link opts out, and only the guest opts in again", async ({
  page,
  request,
  axe,
}) => {
  const { till, guests } = await newRestaurant(page, request);
  const [ana] = guests;
  await send(page, '/email-marketing/basic-email-marketing', {
    subject: 'Once',
    body: 'And never again.',
  });
  const mail = await mailAbout(request, ana.email, 'Once');
  const link = /<(https?:[^>]+)>/.exec(headerOf(mail, 'List-Unsubscribe'))?.[1] ?? '';
  await page.goto(link);
  await expect(page.getByText(business).first()).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button').click();
  await page.goto('/email-marketing/basic-email-marketing?part=recipients');
  await expect(page.getByRole('checkbox', { name: /Ana Guest.*Opted out/ })).toBeDisabled();

  // The owner's record does not undo it.
  await page.goto(`/customers?guest=${till.posID}%2F${ana.id}`);
  await expect(page.getByText('Opted out by the guest')).toBeVisible();
  await page.getByRole('button', { name: 'Update preferences' }).click();
  await page.getByRole('radio', { name: 'OK to send offers' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Only the guest can opt in again/)).toBeVisible();
  expect(await exclusionOf(page, till.posID, 'email', ana.id)).toBe('optedOut');
  await page.getByRole('button', { name: 'Consent history' }).click();
  const history = page.getByRole('list', { name: 'Consent history' });
  await expect(history).toContainText('by unsubscribe link');
  await axe();

  const again = await request.post(`${link}/again`);
  expect(again.ok()).toBe(true);
  await expect.poll(() => exclusionOf(page, till.posID, 'email', ana.id)).toBeNull();
});

test('STOP by text opts out of every restaurant', async ({ page, request }) => {
  const { till, guests } = await newRestaurant(page, request);
  const [ana] = guests;
  const optedOut = () => exclusionOf(page, till.posID, 'text', ana.id);
  await textBack(request, ana.phone, 'Stop');
  await expect.poll(optedOut).toBe('optedOut');
  await page.goto('/text-marketing/basic-text-marketing?part=recipients');
  await expect(page.getByRole('checkbox', { name: /Ana Guest.*Opted out/ })).toBeDisabled();
  // No restaurant has texted her: her START is no consent.
  expect(await textBack(request, ana.phone, 'START')).toEqual([
    expect.stringMatching(/^No restaurant has texted you/),
  ]);
  expect(await optedOut()).toBe('optedOut');
});

test('START after a text of the restaurant opts in again', async ({ page, request }) => {
  test.skip(awakeArea() === undefined, 'texts wait: it is night everywhere');
  const { till, guests } = await newRestaurant(page, request);
  const [ana] = guests;
  const optedOut = () => exclusionOf(page, till.posID, 'text', ana.id);
  await send(page, '/text-marketing/basic-text-marketing', { body: 'Our terrace is open.' });
  await expect.poll(async () => (await textsTo(request, ana.phone)).length).toBe(1);
  await textBack(request, ana.phone, 'Stop');
  await expect.poll(optedOut).toBe('optedOut');
  await textBack(request, ana.phone, 'START');
  await expect.poll(optedOut).toBeNull();
});
