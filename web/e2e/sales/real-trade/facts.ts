import { businessDate } from '../../fixtures/servers/till';

interface Fact {
  id: string;
  type: string;
  data: object;
}

const DAY = 86_400_000;

export const today = businessDate();

const dayFrom = (days: number) =>
  new Date(Date.parse(today) + days * DAY).toISOString().slice(0, today.length);

export const yesterday = dayFrom(-1);
export const tomorrow = dayFrom(1);

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const mona = { id: 'm1', name: 'Mona' };
const max = { id: 'm2', name: 'Max' };

function fact(id: string, type: string, data: object): Fact {
  return { id, type, data: { revision: 1, ...data } };
}

function check(id: string, data: object): Fact {
  return fact(id, 'check.closed', {
    posCheckID: id,
    businessDate: today,
    closeTime: ago(50),
    ...data,
  });
}

const checks: Fact[] = [
  check('full', {
    employee: { id: 'e1', name: 'Sam' },
    items: [
      {
        posItemID: 'burger',
        name: 'Burger',
        amount: 21.5,
        cost: 5,
        tax: 1.32,
        modifiers: [{ name: 'Truffle cheese', quantity: 3, amount: 1.5, cost: 0.65 }],
        discount: 2.15,
        discounts: [
          {
            name: 'Regulars club',
            kind: 'promotion',
            amount: 2.15,
            reason: 'Tenth visit',
            approvedBy: mona,
          },
        ],
      },
      {
        posItemID: 'wine',
        name: 'Wine',
        amount: 9.25,
        voided: true,
        reason: 'Spilled',
        approvedBy: mona,
      },
    ],
    discount: 4.55,
    discounts: [
      {
        name: 'Late kitchen',
        kind: 'comp',
        amount: 3.05,
        reason: 'Waited an hour',
        approvedBy: max,
      },
      { name: 'Staff dinner', kind: 'employee', amount: 1.15 },
      { name: 'Coin jar', kind: 'other', amount: 0.35 },
    ],
    serviceCharges: [
      { name: 'Party of eight', kind: 'gratuity', amount: 4.44 },
      { name: 'Room fee', kind: 'fee', amount: 3.33, tax: 0.27 },
      { name: 'Courier', kind: 'delivery', amount: 2.22, tax: 0.18 },
    ],
    taxes: [
      { name: 'City tax', amount: 1.11, collectedBy: 'us' },
      { name: 'App tax', amount: 0.66, collectedBy: 'marketplace' },
    ],
    rounding: 0.02,
    payments: [
      { type: 'Visa', amount: 10.92, tip: 5, processor: 'Square', paymentID: '8836', fee: 1.2 },
      { type: 'Gift card', amount: 10, giftCard: true },
      { type: 'Holiday deposit', amount: 5, deposit: true },
    ],
  }),
  check('sold-card', {
    items: [{ posItemID: 'card', name: 'Fifty card', amount: 50, deferred: true }],
    payments: [{ type: 'Cash', amount: 50 }],
  }),
  check('inside', {
    taxIncluded: true,
    items: [{ posItemID: 'pizza', name: 'Pizza', amount: 10.8, tax: 0.8 }],
    payments: [{ type: 'Cash', amount: 10.8 }],
  }),
  check('line-inside', {
    items: [
      { posItemID: 'tea', name: 'Tea', amount: 5.4, tax: 0.4, taxIncluded: true },
      { posItemID: 'cake', name: 'Cake', amount: 3 },
    ],
    payments: [{ type: 'Cash', amount: 8.4 }],
  }),
  check('free', {
    taxIncluded: true,
    items: [{ posItemID: 'cookie', name: 'Cookie', amount: 4.32, tax: 0.32, discount: 4.32 }],
    payments: [{ type: 'Cash', amount: 0.32 }],
  }),
  check('void', {
    items: [{ posItemID: 'steak', name: 'Steak', amount: 12.34 }],
    voided: true,
    reason: 'Guest left',
    approvedBy: max,
  }),
  fact('open', 'check.opened', {
    posCheckID: 'open',
    businessDate: today,
    openTime: ago(15),
    items: [{ posItemID: 'brunch', name: 'Brunch', amount: 33.1 }],
  }),
  check('gone', {
    items: [{ posItemID: 'ghost', name: 'Ghost pepper', amount: 77.77 }],
    payments: [{ type: 'Cash', amount: 77.77 }],
  }),
  fact('gone-2', 'check.removed', { posCheckID: 'gone', revision: 2 }),
];

/** A drawer that was opened and counted at these hours of yesterday. */
function count(posDrawerID: string, from: string, to: string, data: object = {}): Fact {
  return fact(`${posDrawerID}-${from}`, 'cash.counted', {
    posDrawerID,
    openedAt: `${yesterday}T${from}:00:00`,
    closedAt: `${yesterday}T${to}:00:00`,
    employee: { id: 'e3', name: 'Dora' },
    opening: 8,
    counted: 8,
    ...data,
  });
}

const drawers: Fact[] = [
  count('Bar-7', '12', '20', {
    businessDate: today,
    employee: { id: 'e2', name: 'Cora' },
    opening: 100,
    sales: 40.4,
    paidIn: 5.05,
    paidOut: 6.06,
    drops: 30.3,
    expected: 109.09,
    counted: 107.07,
  }),
  // Drawers are listed where there are several.
  count('Bar-8', '12', '20', { businessDate: today }),
  count('Patio-2', '11', '15'),
  count('Patio-2', '16', '22'),
  count('Patio-3', '11', '15'),
];

const processor = 'Square';

const money: Fact[] = [
  fact('paid', 'payment.recorded', {
    processor,
    paymentID: '8836',
    created: `${yesterday}T12:51:00`,
    status: 'succeeded',
    amount: 1592,
    currency: 'usd',
    fee: 120,
    card: { brand: 'visa', last4: '4242' },
  }),
  fact('part', 'payment.recorded', {
    processor,
    paymentID: '8837',
    created: `${yesterday}T12:45:00`,
    status: 'succeeded',
    amount: 2000,
    amountCaptured: 1830,
    refunds: [
      {
        refundID: '8838',
        created: `${yesterday}T12:44:00`,
        amount: 510,
        status: 'succeeded',
        reason: 'requested_by_customer',
      },
    ],
  }),
  fact('refused', 'payment.recorded', {
    processor,
    paymentID: '8839',
    created: `${yesterday}T12:43:00`,
    status: 'failed',
    amount: 4321,
    reason: 'expired_card',
  }),
  fact('arrived', 'payout.recorded', {
    processor,
    payoutID: '77',
    created: `${yesterday}T12:40:00`,
    arrivalDate: today,
    status: 'paid',
    amount: 1422,
    currency: 'usd',
    entries: [
      {
        entryID: '1',
        kind: 'CHARGE',
        created: `${yesterday}T12:41:00`,
        amount: 1592,
        fee: 120,
        paymentID: '8836',
      },
      {
        entryID: '2',
        created: `${yesterday}T12:42:00`,
        kind: 'SQUARE_CAPITAL_PAYMENT',
        amount: -50,
      },
    ],
  }),
  fact('returned', 'payout.recorded', {
    processor,
    payoutID: '78',
    created: `${yesterday}T12:39:00`,
    status: 'failed',
    amount: 987,
    reason: 'account_closed',
  }),
  fact('disputed', 'dispute.recorded', {
    processor,
    disputeID: '9',
    paymentID: '8836',
    created: `${yesterday}T12:30:00`,
    status: 'needs_response',
    amount: 1592,
    currency: 'usd',
    fee: 1500,
    reason: 'fraudulent',
    due: `${tomorrow}T20:00:00`,
  }),
];

function shift(id: string, name: string, job: string, data: object): Fact {
  return fact(id, 'shift.closed', {
    posShiftID: id,
    employee: { id: `of-${id}`, name },
    job,
    businessDate: today,
    clockIn: `${today}T04:00:00`,
    clockOut: `${today}T06:00:00`,
    ...data,
  });
}

const staff: Fact[] = [
  shift('s1', 'Ana', 'Cook', {}),
  shift('s2', 'Bo', 'Dishwasher', {
    clockOut: `${today}T11:00:00`,
    rate: 20,
    unpaidMinutes: 0.5,
    regularMinutes: 401.4,
    overtimeMinutes: 7.5,
  }),
  fact('s4', 'shift.opened', {
    posShiftID: 's4',
    employee: { id: 'of-s4', name: 'Eve' },
    job: 'Runner',
    businessDate: today,
    clockIn: `${today}T04:00:00`,
  }),
  shift('s3', 'Gus', 'Host', { rate: 15 }),
  fact('s3-2', 'shift.removed', { posShiftID: 's3', revision: 2 }),
];

const menu: Fact[] = [
  fact('fish', 'item.upserted', { posItemID: 'fish', name: 'Market fish' }),
  fact('plum', 'item.upserted', {
    posItemID: 'plum',
    name: 'Plum cake',
    price: 4,
    soldOut: true,
    soldOutUntil: `${tomorrow}T16:00:00`,
  }),
  fact('soup', 'item.upserted', { posItemID: 'soup', name: 'Old soup', price: 6 }),
  fact('soup-2', 'item.removed', { posItemID: 'soup', revision: 2 }),
];

function guest(id: string, firstName: string, lastName: string): Fact[] {
  return [
    fact(id, 'customer.upserted', { posCustomerID: id, firstName, lastName }),
    check(`of-${id}`, {
      posCustomerID: id,
      items: [{ posItemID: 'bread', name: 'Bread', amount: 2 }],
      payments: [{ type: 'Cash', amount: 2 }],
    }),
  ];
}

const guests: Fact[] = [
  ...guest('ended', 'Merle', 'Ended'),
  ...guest('stays', 'Stella', 'Stays'),
  fact('merge', 'customer.merged', { posCustomerID: 'ended', mergedInto: 'stays' }),
];

/** A day of trade whose facts hold every field that was added to them, each with a value of its own. */
export const facts: readonly Fact[] = [
  ...checks,
  ...drawers,
  ...money,
  ...staff,
  ...menu,
  ...guests,
];
