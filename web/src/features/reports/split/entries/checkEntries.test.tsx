import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { splitRow } from '@/testing/data/splitRows';
import { renderApp } from '@/testing/renderApp';
import { lines, signedInWithADay } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();
beforeEach(() =>
  server.use(
    answer('get-hourly-report', []),
    answer('get-gift-card-liability', { liabilityList: [] }),
  ),
);

const ana = { employeeID: 'e1', employeeName: 'Ana' };
const nobody = { reason: 'Unassigned', approvedBy: 'Unassigned', employeeID: null };

const discounted = (discountKind: string, discount: string, grossDiscounts: number, who: object) =>
  splitRow(
    'demo-pizza',
    { discountKind, discount, ...nobody, employeeName: 'Unassigned', ...who },
    { grossDiscounts, times: 2 },
  );
const voided = (itemName: string, grossVoids: number, who: object) =>
  splitRow(
    'demo-pizza',
    { itemName, ...nobody, employeeName: 'Unassigned', ...who },
    { grossVoids, quantity: 1.5, times: 2 },
  );
const charged = (chargeKind: string, serviceCharge: string, amount: number, tax: number) =>
  splitRow('demo-pizza', { chargeKind, serviceCharge }, { amount, tax, times: 2 });
const taxed = (collectedBy: string, tax: string, amount: number) =>
  splitRow('demo-pizza', { collectedBy, tax }, { amount, times: 2 });
const modified = (itemName: string, modifier: string, amount: number, cost: number) =>
  splitRow('demo-pizza', { itemName, modifier }, { amount, cost, quantity: 3, times: 2 });
const gift = (activity: string, giftCard: string, grossDeferred: number, grossRedeemed: number) =>
  splitRow('demo-pizza', { activity, giftCard }, { grossDeferred, grossRedeemed, times: 2 });

/** Each tab with its rows, the lines under the total of its lists, and the charts. */
const tabs = [
  {
    tab: 'discount',
    call: 'get-discount-report',
    rows: [
      discounted('promotion', 'Happy hour', 20, { ...ana, approvedBy: 'Zoe' }),
      discounted('comp', 'Happy hour', 10, { ...ana, reason: 'Late dish' }),
      discounted('employee', 'Half price', 6, {}),
      discounted('other', 'Other discount', 3, {}),
      discounted('loyalty', 'Tenth pizza', 1, {}),
    ],
    lists: {
      'Discounts and comps': [
        'Happy hourPromotion · Times 2$20.0050%',
        'Happy hourComp · Times 2$10.0025%',
        'Half priceEmployee meal · Times 2$6.0015%',
        'Other discountOther · Times 2$3.008%',
        'Tenth pizzaLoyalty · Times 2$1.003%',
      ],
      'By kind': [
        'PromotionTimes 2$20.0050%',
        'CompTimes 2$10.0025%',
        'Employee mealTimes 2$6.0015%',
        'OtherTimes 2$3.008%',
        'LoyaltyTimes 2$1.003%',
      ],
      'By reason': ['UnassignedTimes 8$30.0075%', 'Late dishTimes 2$10.0025%'],
      'By approver': ['UnassignedTimes 8$20.0050%', 'ZoeTimes 2$20.0050%'],
      'By employee': ['AnaTimes 4$30.0075%', 'UnassignedTimes 6$10.0025%'],
    },
    charts: ['Share by kind', 'Discounts by discount', 'Discounts by employee'],
  },
  {
    tab: 'void',
    call: 'get-void-report',
    rows: [
      voided('House red', 9, { ...ana, reason: 'Wrong wine' }),
      voided('House red', 9, { ...ana, reason: 'Spilled', approvedBy: 'Zoe' }),
      voided('Cola', 2, ana),
    ],
    lists: {
      Voids: ['House redQuantity 3 · Times 4$18.0090%', 'ColaQuantity 1.5 · Times 2$2.0010%'],
      'By reason': [
        'SpilledQuantity 1.5 · Times 2$9.0045%',
        'Wrong wineQuantity 1.5 · Times 2$9.0045%',
        'UnassignedQuantity 1.5 · Times 2$2.0010%',
      ],
      'By approver': [
        'UnassignedQuantity 3 · Times 4$11.0055%',
        'ZoeQuantity 1.5 · Times 2$9.0045%',
      ],
    },
    charts: ['Share by reason', 'Voids by item', 'Voids by employee'],
  },
  {
    tab: 'serviceCharge',
    call: 'get-service-charge-report',
    rows: [
      charged('gratuity', 'Party of six', 30, 0),
      charged('fee', 'Kitchen fee', 6, 0.5),
      charged('delivery', 'Delivery', 4, 0),
    ],
    lists: {
      'Service charges': [
        'Party of sixGratuity · Times 2$30.0075%',
        'Kitchen feeFee · Tax $0.50 · Times 2$6.0015%',
        'DeliveryTimes 2$4.0010%',
      ],
      'By kind': [
        'GratuityTimes 2$30.0075%',
        'FeeTax $0.50 · Times 2$6.0015%',
        'DeliveryTimes 2$4.0010%',
      ],
    },
    charts: ['Share by kind', 'Charged by service charge'],
  },
  {
    tab: 'tax',
    call: 'get-tax-report',
    rows: [taxed('us', 'State tax', 30), taxed('marketplace', 'State tax', 10)],
    lists: {
      Taxes: [
        'State taxOwed by you · Times 2$30.0075%',
        'State taxCollected by marketplaces · Times 2$10.0025%',
      ],
      'By collector': ['Owed by youTimes 2$30.0075%', 'Collected by marketplacesTimes 2$10.0025%'],
    },
    charts: ['Share by tax', 'Share by collector'],
  },
  {
    tab: 'modifier',
    call: 'get-modifier-report',
    rows: [
      modified('Margherita', 'Extra cheese', 20, 4),
      modified('Caesar', 'Extra cheese', 20, 4),
      modified('Caesar', 'No onions', 0, 0),
    ],
    lists: {
      Modifiers: [
        'Extra cheeseQuantity 6 · Modifier cost $8.00$40.00100%',
        'No onionsQuantity 3$0.000%',
      ],
      'By item': [
        'CaesarQuantity 6 · Modifier cost $4.00$20.0050%',
        'MargheritaQuantity 3 · Modifier cost $4.00$20.0050%',
      ],
    },
    charts: ['Modifier sales by modifier', 'Quantity by modifier', 'Modifier sales by item'],
  },
  {
    tab: 'giftCard',
    call: 'get-gift-card-report',
    rows: [
      gift('sold', 'Gift card $50', 100, 0),
      gift('redeemed', 'Gift card', 0, 35.5),
      gift('sold', 'Deposit', 100, 0),
    ],
    lists: {
      'Gift cards': [
        'DepositSold · Times 2$100.0050%',
        'Gift card $50Sold · Times 2$100.0050%',
        'Gift cardRedeemed · Gift cards redeemed $35.50 · Times 2$0.000%',
      ],
      'By activity': [
        'SoldTimes 4$200.00100%',
        'RedeemedGift cards redeemed $35.50 · Times 2$0.000%',
      ],
    },
    charts: ['Gift cards sold by gift card', 'Gift cards redeemed by gift card'],
  },
];

describe('reports of what checks name', () => {
  it.each(tabs)('list names, kinds and people: $tab', async ({ tab, call, rows, ...expected }) => {
    server.use(answer(call, rows));
    renderApp(`/home/daily-sales?tab=${tab}`);
    const [first] = Object.keys(expected.lists);
    await screen.findByRole('table', { name: first });
    for (const [title, shown] of Object.entries(expected.lists)) {
      const [total, ...members] = lines(title);
      expect(total).toMatch(/^Total/);
      expect(members).toEqual(shown);
    }
    const charts = within(screen.getByRole('region', { name: 'Charts' }));
    expect(
      charts.getAllByRole('heading', { hidden: true }).map(({ textContent }) => textContent),
    ).toEqual(expected.charts);
  });

  it('have no list of a split with one member', async () => {
    server.use(answer('get-void-report', [voided('Cola', 2, ana)]));
    renderApp('/home/daily-sales?tab=void');
    await screen.findByRole('table', { name: 'Voids' });
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });

  /** Shows a report's tab, and opens the sheet of a row. */
  async function openRow(tab: string, name: string) {
    const { call = '', rows = [] } = tabs.find((one) => one.tab === tab) ?? {};
    server.use(answer(call, rows));
    renderApp(`/home/daily-sales?tab=${tab}`);
    const [row] = await screen.findAllByRole('button', { name });
    await userEvent.click(row as HTMLElement);
    return within(await screen.findByRole('dialog', { name }));
  }

  it.each([
    ['discount', 'Search discount'],
    ['void', 'Search item'],
    ['modifier', 'Search modifier'],
  ])('offer a search: %s', async (tab, label) => {
    const { call = '', rows = [] } = tabs.find((one) => one.tab === tab) ?? {};
    server.use(answer(call, rows));
    renderApp(`/home/daily-sales?tab=${tab}`);
    expect(await screen.findByRole('searchbox', { name: label })).toBeVisible();
  });

  it.each([
    ['discount', 'Happy hour'],
    ['discount', 'Zoe'],
    ['void', 'Spilled'],
  ])('lead to the checks of a name: %s, %s', async (tab, name) => {
    const sheet = await openRow(tab, name);
    const to = sheet.getByRole('link', { name: 'Show checks' }).getAttribute('href');
    expect(new URLSearchParams(to?.split('?')[1]).get('q')).toBe(name);
  });

  it.each([
    ['void', 'Cola'],
    ['modifier', 'No onions'],
  ])('lead to no checks by an item: %s, %s', async (tab, name) => {
    const sheet = await openRow(tab, name);
    expect(sheet.queryByRole('link', { name: 'Show checks' })).toBeNull();
  });
});

describe('the headline of gift cards', () => {
  it('is what was sold, with what was redeemed under it', async () => {
    const { call = '', rows = [] } = tabs.find((one) => one.tab === 'giftCard') ?? {};
    server.use(answer(call, rows));
    renderApp('/home/daily-sales?tab=giftCard');
    const card = within(await screen.findByRole('region', { name: 'Gift cards sold, total' }));
    expect(await card.findByText('$200.00')).toBeVisible();
    expect(card.getByText('Gift cards redeemed').nextElementSibling).toHaveTextContent('$35.50');
  });
});
