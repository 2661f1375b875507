import path from 'node:path';
import { type Page, test } from '@playwright/test';
import catalogue from '../../../proto/figures.json' with { type: 'json' };
import type { Campaign, Customer, PaymentIntent, Payout } from '../../src/api';
import { reports } from '../../src/lib/messages/sales/sales';
import { chooseLocation, findPayment, location, read } from '../fixtures/payments';
import { mailsAbout, mailsTo, tokenMailed } from '../fixtures/servers/standIns';
import { call, owner, wholeWeek } from '../fixtures/test';

const folder = path.resolve(process.env.SAFFRON_SCREENS ?? '../docs/screens');

/** The phone first; the others in the light scheme. */
const phone = { width: 360, height: 740 };
const wider = [
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** Every screen by the name of its picture. */
const guests = { login: '/auth/login', register: '/auth/register' };
const signedIn = {
  more: '/more',
  profile: '/profile',
  'restaurant-location': '/home/restaurant-location',
  menu: '/home/menu',
  'menu-to-purchase': '/home/menu?part=purchase',
  promotions: '/promotions',
  'admin-configuration': '/admin-configuration',
  'admin-changes': '/admin-configuration/menu?part=changes',
  'change-location': '/admin-configuration/change-location',
  customers: '/customers',
  'royalty-program': '/royalty-program',
  notifications: '/notifications',
  messages: '/notifications?list=messages',
  'notification-rules': '/admin-configuration/notification-rules',
  devices: '/profile/devices',
  'coming-soon': '/more/payroll',
};

/** Home, the checks, and each tab of the reports over a whole week. */
function figures(): Record<string, string> {
  const { from, to } = wholeWeek();
  const tabs = (page: string, keys: string[]) =>
    Object.fromEntries(
      keys.map((tab) => [
        `${page}-${tab.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        `/home/${page}?tab=${tab}&from=${from}&to=${to}`,
      ]),
    );
  return {
    home: '/home',
    'sales-history': `/home/sales-history?from=${from}&to=${to}&posID=demo-pizza`,
    ...tabs(
      'daily-sales',
      catalogue.reports.map(({ tab }) => tab.key),
    ),
    ...tabs('history-report', Object.keys(reports.history)),
  };
}

/** Whether a wide picture is kept: of the ten metrics, which look alike, one. */
function isShownWide(name: string): boolean {
  return !name.startsWith('history-report') || name === 'history-report-sales';
}

/** The screens of menu and guests with details beside their list on wide screens. */
const wide = {
  menu: '/home/menu',
  customers: '/customers',
  'royalty-program': '/royalty-program',
  messages: '/notifications?list=messages',
  'notification-rules': '/admin-configuration/notification-rules',
};

/** Lists with their first row opened beside them. */
const opensFirst: Record<string, string> = {
  menu: 'Items',
  customers: 'Customers',
  messages: 'Messages',
};

/** The pages of the Money tab. */
const money = {
  'stripe-transactions': '/stripe-transactions',
  'stripe-payouts': '/stripe-payouts',
  'online-order-payouts': '/payout',
};

/** Payments in different states. */
const payments: Record<string, (payment: PaymentIntent) => boolean> = {
  'payment-succeeded': ({ saffron, created }) =>
    saffron.state === 'PAYMENT_SUCCESS' &&
    saffron.posCheckID !== null &&
    // Long enough ago to be paid out.
    created < Date.now() / 1000 - 7 * 86_400,
  'payment-refunded': ({ saffron }) => saffron.state === 'PARTIAL_REFUND',
  'payment-disputed': ({ latest_charge }) => latest_charge?.disputed === true,
  'payment-uncaptured': ({ saffron }) => saffron.state === 'PAYMENT_UNCAPTURED',
  'payment-failed': ({ saffron }) => saffron.state === 'PAYMENT_FAILED',
};

/** The address of such a payment; `undefined` if the demo has none. */
async function paymentPath(page: Page, name: string): Promise<string | undefined> {
  const payment = await findPayment(page, payments[name] ?? (() => false));
  return payment && `/stripe-transactions?payment=${payment.id}`;
}

/** The address of the newest paid payout. */
async function payoutPath(page: Page): Promise<string> {
  const { data } = await read<{ data: Payout[] }>(page, 'payouts', { limit: '50' });
  const payout = data.find(({ saffron }) => saffron.state === 'PAYOUT_PAID');
  return `/stripe-payouts?payout=${payout?.id}&at=${payout?.created}`;
}

/** Text of the pictures' campaign. */
const campaignText = {
  subject: 'Dinner for two on a rainy Sunday',
  body: 'Come in from the rain: these two go well together.',
};

/** The form of a promotion to all possible recipients. */
async function writePromotion(page: Page) {
  await open(page, '/email-marketing/promotion-email-marketing');
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByLabel('Subject').fill(campaignText.subject);
  await page.getByLabel('Message').fill(campaignText.body);
  await page.getByRole('button', { name: 'Select items' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Item' });
  for (const index of [1, 4]) {
    await picker.getByRole('list', { name: 'Items' }).getByRole('button').nth(index).click();
  }
  await picker.getByRole('button', { name: 'Done' }).click();
  await picker.waitFor({ state: 'hidden' });
}

/** The address of a finished campaign of the demo, sent once for all pictures. */
async function campaignPath(page: Page): Promise<string> {
  const body = { posID: location, channel: 'email', limit: 100 };
  const { campaignList } = await call<{ campaignList: Campaign[] }>(page, 'get-campaigns', body);
  const sent = campaignList.find(
    ({ subject, kind }) => subject === campaignText.subject && kind === 'promotion',
  );
  if (sent !== undefined) return `/email-marketing/campaigns/${sent.campaignID}`;
  await writePromotion(page);
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL('**/campaigns/*');
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 60_000 });
  return new URL(page.url()).pathname;
}

/** Shows the mail of that campaign as it arrived. */
async function openMail(page: Page) {
  const [address = ''] = (await mailsAbout(page.request, campaignText.subject))[0]?.to ?? [];
  const mails = await mailsTo(page.request, address);
  await page.goto('about:blank');
  await page.setContent(mails.find(({ subject }) => subject === campaignText.subject)?.html ?? '');
}

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready);
  // Charts are drawn after their data; the live stream keeps the network from being idle.
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

async function open(page: Page, route: string) {
  await page.goto(route);
  await page
    .locator('.mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/** Opens a sheet by address after a tap: a focus ring on its first button is for keyboards. */
async function openSheet(page: Page, route: string, text: string) {
  await open(page, route);
  await page.getByRole('dialog').getByText(text).waitFor();
  await page.getByRole('dialog').getByRole('heading').first().click();
}

async function enter(page: Page, { email, password }: typeof owner) {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test.setTimeout(600_000);

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme, viewport: phone });

    test('guests', async ({ page }) => {
      for (const [name, route] of Object.entries(guests)) {
        await page.goto(route);
        await shoot(page, `${name}-${scheme}`);
      }
    });

    test('newcomers', async ({ page, request }) => {
      const email = `screens-${Date.now().toString(36)}@saffron.example`;
      const password = 'a-newcomers-secret';
      const person = { firstName: 'New', lastName: 'Owner', email, phone: '2125550123', password };
      await request.post('/api-restaurant-pos/restaurantpro/signup', { data: person });
      const token = await tokenMailed(request, email, 'confirm');
      const proof = { token, password };
      await request.post('/api-restaurant-pos/restaurantpro/confirm-sign-up', { data: proof });
      await enter(page, { email, password });
      await page.waitForURL('**/welcome');
      await shoot(page, `welcome-${scheme}`);
      await page.goto('/link-restaurant');
      await page.getByLabel('Location ID').waitFor();
      await shoot(page, `link-restaurant-${scheme}`);
    });

    test('money', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await chooseLocation(page);
      for (const [name, route] of Object.entries(money)) {
        await open(page, route);
        await shoot(page, `${name}-${scheme}`);
      }
      for (const name of Object.keys(payments)) {
        const path = await paymentPath(page, name);
        if (path === undefined) continue;
        await openSheet(page, path, 'Payment ID');
        await shoot(page, `${name}-${scheme}`);
      }
      await openSheet(page, await payoutPath(page), 'Matches its transactions');
      await shoot(page, `payout-${scheme}`);
      await open(page, (await paymentPath(page, 'payment-refunded')) ?? '');
      await page.getByRole('dialog').getByRole('link', { name: /^#/ }).click();
      const trace = page.getByRole('list', { name: 'Where the card money went' });
      await trace.getByRole('link').last().scrollIntoViewIfNeeded();
      await shoot(page, `check-card-money-${scheme}`);
      await open(page, '/stripe-transactions');
      const mismatches = page.getByRole('button', { name: /needs? review/ });
      if (await mismatches.isVisible()) {
        await mismatches.click();
        await page.getByRole('dialog').waitFor();
        await shoot(page, `mismatches-${scheme}`);
      }
    });

    test('marketing', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await chooseLocation(page);
      const campaign = await campaignPath(page);
      await open(page, campaign);
      await shoot(page, `campaign-${scheme}`);
      await page.getByRole('group', { name: 'Outcome' }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 500);
      await shoot(page, `campaign-recipients-${scheme}`);
      await open(page, '/email-marketing');
      await shoot(page, `email-marketing-${scheme}`);
      await page.getByRole('list', { name: 'Campaigns' }).scrollIntoViewIfNeeded();
      await writePromotion(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await shoot(page, `promotion-email-${scheme}`);
      await page.getByRole('button', { name: 'Open the email' }).scrollIntoViewIfNeeded();
      await shoot(page, `promotion-email-preview-${scheme}`);
      await page.getByRole('button', { name: 'Send email' }).click();
      await page.getByRole('dialog', { name: /^Are you sure/ }).waitFor();
      await shoot(page, `campaign-question-${scheme}`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Change recipients' }).click();
      await page.getByRole('list', { name: 'Recipients' }).waitFor();
      await shoot(page, `recipients-${scheme}`);
      await open(page, '/text-marketing');
      await shoot(page, `text-marketing-${scheme}`);
      await open(page, '/text-marketing/promo-code-text-marketing');
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page.getByLabel('Message').fill('Dinner is on us, nearly: bring your code tonight.');
      await page.getByLabel('Promo code').fill('RAINY-20');
      await page.getByRole('figure').scrollIntoViewIfNeeded();
      await shoot(page, `promo-code-text-${scheme}`);
      const body = { posID: location, limit: 100 };
      const { customerList } = await call<{ customerList: Customer[] }>(
        page,
        'get-customers-list',
        body,
      );
      const guest = customerList.find(({ emailConsent, erased }) => emailConsent && !erased);
      await openSheet(
        page,
        `/customers?guest=${location}%2F${guest?.posCustomerID}`,
        'Update preferences',
      );
      await page.getByRole('button', { name: 'Consent history' }).click();
      await page.getByRole('list', { name: 'Consent history' }).waitFor();
      await shoot(page, `guest-consent-${scheme}`);
      await openMail(page);
      await shoot(page, `mail-${scheme}`);
    });

    test('signed in', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await page.evaluate(() => localStorage.setItem('default_location', '"demo-pizza"'));
      await page.getByRole('button', { name: 'Select' }).click();
      await shoot(page, `location-sheet-${scheme}`);
      for (const [name, route] of Object.entries({ ...figures(), ...signedIn })) {
        await open(page, route);
        await shoot(page, `${name}-${scheme}`);
      }
      await open(page, figures()['sales-history'] ?? '');
      await page.getByRole('button', { name: /^#/ }).first().click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, `check-details-${scheme}`);
      await open(page, '/home/menu');
      await page.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
      await page.getByLabel('Display name').waitFor();
      await shoot(page, `item-${scheme}`);
      await open(page, '/notifications?list=messages');
      await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click();
      await page.getByText(/^Why you got this: /).waitFor();
      await shoot(page, `message-${scheme}`);
      await open(page, '/promotions');
      await page.getByRole('button', { name: /% off/ }).first().click();
      await page.getByRole('img', { name: /^QR code of / }).waitFor();
      await shoot(page, `promotion-${scheme}`);
      await open(page, '/customers');
      await page.getByRole('list', { name: 'Customers' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Send points' }).waitFor();
      await shoot(page, `guest-${scheme}`);
      await page.getByRole('button', { name: 'Send points' }).click();
      await page.getByLabel('Points', { exact: true }).fill('500');
      await shoot(page, `send-points-${scheme}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Send item' }).click();
      const picker = page.getByRole('dialog', { name: 'Select Item' });
      await picker.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
      await shoot(page, `select-item-${scheme}`);
      await page.goto('/home/daily-sales');
      await page.getByRole('button', { name: /^Dates/ }).click();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, `filter-sheet-${scheme}`);
    });
  });
}

for (const viewport of wider) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, isMobile: false, hasTouch: false });

    test('figures', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      for (const [name, route] of Object.entries(figures()).filter(([name]) => isShownWide(name))) {
        await open(page, route);
        if (name === 'sales-history') {
          await page.getByRole('button', { name: /^#/ }).first().click();
        }
        await shoot(page, `${name}-${viewport.width}`);
      }
    });

    test('money', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await chooseLocation(page);
      const list = page.getByRole('list', { name: 'Card payments' });
      for (const [name, route] of Object.entries(money)) {
        await open(page, name === 'stripe-payouts' ? await payoutPath(page) : route);
        if (name === 'stripe-transactions') await list.getByRole('button').first().click();
        await shoot(page, `${name}-${viewport.width}`);
      }
    });

    test('marketing', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await chooseLocation(page);
      await open(page, await campaignPath(page));
      await shoot(page, `campaign-${viewport.width}`);
      await open(page, '/email-marketing');
      await shoot(page, `email-marketing-${viewport.width}`);
      await writePromotion(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await shoot(page, `promotion-email-${viewport.width}`);
    });

    test('menu and guests', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await page.evaluate(() => localStorage.setItem('default_location', '"demo-pizza"'));
      for (const [name, route] of Object.entries(wide)) {
        await open(page, route);
        const list = opensFirst[name];
        if (list !== undefined) {
          await page.getByRole('list', { name: list }).getByRole('button').first().click();
        }
        await shoot(page, `${name}-${viewport.width}`);
      }
    });
  });
}
