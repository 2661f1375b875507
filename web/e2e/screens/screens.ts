import type { Page } from '@playwright/test';
import catalogue from '../../../proto/figures.json' with { type: 'json' };
import type { Customer, PaymentIntent, Payout } from '../../src/api';
import { reports } from '../../src/lib/messages/sales/sales';
import { findPayment, location, read } from '../fixtures/payments';
import { call, wholeWeek } from '../fixtures/test';
import { campaignPath, openMail, writePromotion } from './campaign';
import { details, open, openDetails } from './open';

/** A screen by the name of its picture, and the way to it; false if the data have none of its kind. */
type Screens = Record<string, (page: Page) => Promise<unknown>>;

/** Screens that are no more than an address. */
function pages(routes: Record<string, string>): Screens {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, (page: Page) => open(page, route)]),
  );
}

/** Before sign-in. */
export const ofGuests = pages({
  login: '/auth/login',
  register: '/auth/register',
  forgot: '/auth/forgot',
});

/** Of a person without a location. */
export const ofNewcomers: Screens = {
  welcome: async (page) => {
    await page.goto('/welcome');
    await page
      .getByRole('button', { name: 'Get Started' })
      .or(page.getByRole('region'))
      .first()
      .waitFor();
  },
  'link-restaurant': async (page) => {
    await page.goto('/link-restaurant');
    await page.getByLabel('Location ID').waitFor();
  },
};

/** Each tab of the reports over a whole week. */
function tabs(page: string, keys: readonly string[]): Screens {
  const { from, to } = wholeWeek();
  return pages(
    Object.fromEntries(
      keys.map((tab) => [
        `${page}-${tab.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        `/home/${page}?tab=${tab}&from=${from}&to=${to}`,
      ]),
    ),
  );
}

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

function openPayment(name: string) {
  return async (page: Page) => {
    const payment = await findPayment(page, payments[name] ?? (() => false));
    if (payment === undefined) return false;
    return openDetails(page, `/stripe-transactions?payment=${payment.id}`, 'Payment ID');
  };
}

const money: Screens = {
  ...pages({
    'stripe-transactions': '/stripe-transactions',
    'stripe-payouts': '/stripe-payouts',
    'online-order-payouts': '/payout',
    find: '/find?q=31',
  }),
  ...Object.fromEntries(Object.keys(payments).map((name) => [name, openPayment(name)])),
  payout: async (page) => {
    const { data } = await read<{ data: Payout[] }>(page, 'payouts', { limit: '50' });
    const payout = data.find(({ saffron }) => saffron.state === 'PAYOUT_PAID');
    const route = `/stripe-payouts?payout=${payout?.id}&at=${payout?.created}`;
    return openDetails(page, route, 'Matches its transactions');
  },
  'check-card-money': async (page) => {
    if ((await openPayment('payment-refunded')(page)) === false) return false;
    await details(page).getByRole('link', { name: /^#/ }).click();
    const trace = page.getByRole('list', { name: 'Where the card money went' });
    await trace.getByRole('link').last().scrollIntoViewIfNeeded();
  },
  mismatches: async (page) => {
    await open(page, '/stripe-transactions');
    await page.getByRole('button', { name: /need(s)? review/ }).click();
    await page.getByRole('dialog').getByRole('list').first().waitFor();
  },
};

const marketing: Screens = {
  campaign: async (page) => open(page, await campaignPath(page)),
  'campaign-recipients': async (page) => {
    await open(page, await campaignPath(page));
    await page.getByRole('group', { name: 'Outcome' }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 500);
  },
  'email-marketing': (page) => open(page, '/email-marketing'),
  'basic-email': (page) => open(page, '/email-marketing/basic-email-marketing'),
  'promotion-email': async (page) => {
    await writePromotion(page);
    await page.evaluate(() => window.scrollTo(0, 0));
  },
  'promotion-email-preview': async (page) => {
    await writePromotion(page);
    await page.getByRole('button', { name: 'Open the email' }).scrollIntoViewIfNeeded();
  },
  'campaign-question': async (page) => {
    await writePromotion(page);
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByRole('dialog', { name: /^Are you sure/ }).waitFor();
  },
  recipients: async (page) => {
    await open(page, '/text-marketing/basic-text-marketing');
    await page.getByRole('button', { name: 'Select recipients' }).click();
    await page.getByRole('list', { name: 'Recipients' }).waitFor();
  },
  'text-marketing': (page) => open(page, '/text-marketing'),
  'promo-code-text': async (page) => {
    await open(page, '/text-marketing/promo-code-text-marketing');
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByLabel('Message').fill('Dinner is on us, nearly: bring your code tonight.');
    await page.getByLabel('Promo code').fill('RAINY-20');
    await page.getByRole('figure').scrollIntoViewIfNeeded();
  },
};

/** Opens the first entry of a list. */
function first(route: string, list: string, shown: (page: Page) => ReturnType<Page['getByText']>) {
  return async (page: Page) => {
    await open(page, route);
    await page.getByRole('list', { name: list }).getByRole('button').first().click();
    await shown(page).first().waitFor();
  };
}

const guest = first('/customers', 'Customers', (page) =>
  page.getByRole('button', { name: 'Send points' }),
);

const menuAndGuests: Screens = {
  ...pages({
    menu: '/home/menu',
    'menu-to-purchase': '/home/menu?part=purchase',
    promotions: '/promotions',
    customers: '/customers',
    'customers-away': '/customers?segment=away60&sort=spend',
    'royalty-program': '/royalty-program',
    'admin-changes': '/admin-configuration/menu?part=changes',
  }),
  item: first('/home/menu', 'Items', (page) => page.getByLabel('Display name')),
  'item-sold-out': async (page) => {
    await first('/home/menu', 'Items', (page) => page.getByLabel('Display name'))(page);
    await page
      .getByRole('button', { name: /sold out/i })
      .first()
      .click();
    await page.getByRole('dialog', { name: /sold out/ }).waitFor();
  },
  promotion: async (page) => {
    await open(page, '/promotions');
    await page.getByRole('button', { name: /% off/ }).first().click();
    await page.getByRole('img', { name: /^QR code of / }).waitFor();
  },
  guest,
  'guest-consent': async (page) => {
    const { customerList } = await call<{ customerList: Customer[] }>(page, 'get-customers-list', {
      posID: location,
      limit: 100,
    });
    const one = customerList.find(({ emailConsent, erased }) => emailConsent && !erased);
    const route = `/customers?guest=${location}%2F${one?.posCustomerID}`;
    await openDetails(page, route, 'Update preferences');
    await page.getByRole('button', { name: 'Consent history' }).click();
    await page.getByRole('list', { name: 'Consent history' }).waitFor();
  },
  'send-points': async (page) => {
    await guest(page);
    await page.getByRole('button', { name: 'Send points' }).click();
    await page.getByLabel('Points', { exact: true }).fill('500');
  },
  'select-item': async (page) => {
    await guest(page);
    await page.getByRole('button', { name: 'Send item' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Item' });
    await picker.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
  },
};

const settings = pages({
  more: '/more',
  profile: '/profile',
  devices: '/profile/devices',
  'restaurant-location': '/home/restaurant-location',
  'admin-configuration': '/admin-configuration',
  'change-location': '/admin-configuration/change-location',
  notifications: '/notifications',
  messages: '/notifications?list=messages',
  'notification-rules': '/admin-configuration/notification-rules',
  'business-day': '/admin-configuration/business-day',
  'coming-soon': '/more/payroll',
});

const { from, to } = wholeWeek();
const checks = `/home/sales-history?from=${from}&to=${to}&posID=${location}`;

const figures: Screens = {
  home: (page) => open(page, '/home'),
  'location-sheet': async (page) => {
    await open(page, '/home');
    await page.getByRole('button', { name: /^(Select|Change)$/ }).click();
    await page.getByRole('dialog').getByRole('list').first().waitFor();
  },
  'sales-history': (page) => open(page, checks),
  'open-checks': (page) => open(page, '/home/open-checks'),
  'check-details': async (page) => {
    await open(page, checks);
    await page.getByRole('button', { name: /^#/ }).first().click();
    await details(page).getByRole('table').or(details(page).getByRole('list')).first().waitFor();
  },
  'filter-sheet': async (page) => {
    await open(page, '/home/daily-sales');
    const dates = page.getByRole('button', { name: /^Dates/ });
    if (await dates.isVisible()) await dates.click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
  ...tabs(
    'daily-sales',
    catalogue.reports.map(({ tab }) => tab.key),
  ),
  ...tabs('history-report', Object.keys(reports.history)),
  // Their pages are scrolled, which the next visit remembers.
  'figure-sheet': async (page) => {
    await open(page, `/home/daily-sales?from=${from}&to=${to}`);
    await page.getByRole('table').getByRole('button', { name: 'Total' }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  'comparison-sheet': async (page) => {
    await open(page, `/home/daily-sales?from=${from}&to=${to}`);
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('dialog').waitFor();
  },
};

/** Of the demo's owner. */
export const ofOwners: Record<string, Screens> = {
  figures,
  money,
  marketing,
  'menu and guests': menuAndGuests,
  settings: {
    ...settings,
    message: first('/notifications?list=messages', 'Messages', (page) =>
      page.getByText(/^Why you got this: /),
    ),
    mail: openMail,
  },
};
