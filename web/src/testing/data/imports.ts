import type {
  Import,
  ImportCheck,
  ImportConflict,
  ImportQuestion,
  ImportSummary,
  ImportTable,
} from '@/api';

export const summary: ImportSummary = {
  checks: 1204,
  refunds: 3,
  voidedChecks: 2,
  covers: 2310,
  grossSales: 49_210.5,
  discounts: 1000,
  netSales: 48_210.5,
  tax: 4278.68,
  tips: 7120.25,
  gratuity: 300,
  serviceCharges: 0,
  giftCards: 250,
  rounding: 0,
  payments: 60_159.43,
  voids: 88.5,
  outOfBalance: 0,
  firstDate: '2026-01-01',
  lastDate: '2026-01-31',
  dayCount: 31,
  days: Array.from({ length: 31 }, (_, index) => ({
    businessDate: `2026-01-${String(index + 1).padStart(2, '0')}`,
    checks: index === 0 ? 34 : 39,
    netSales: index === 0 ? 1530.5 : 1556,
  })),
  categories: [
    { name: 'Pizza', amount: 30_000 },
    { name: null, amount: 19_210.5 },
  ],
  tenders: [
    { name: 'Visa', amount: 50_159.43 },
    { name: 'Cash', amount: 10_000 },
  ],
  sampleChecks: [sampleCheck()],
  leftOut: [{ reason: 'Rows of totals', rows: 31 }],
  shifts: null,
  items: null,
  guests: null,
  notes: [],
  fileTotals: [],
  refusedRows: 2,
  refusedExamples: [
    {
      file: 'january.csv',
      line: 1207,
      check: null,
      reason: 'The date 31/31/2026 does not exist.',
    },
    { file: 'january.csv', line: 1300, check: '4711', reason: 'The quantity is no number.' },
  ],
};

function sampleCheck(): ImportCheck {
  return {
    posCheckID: '1001',
    businessDate: '2026-01-01',
    openTime: '2026-01-01T11:40:00',
    closeTime: '2026-01-01T12:25:00',
    table: '12',
    employee: 'Ana',
    orderType: 'Dine In',
    covers: 2,
    voided: false,
    refund: false,
    lines: [
      {
        name: 'Margherita',
        category: 'Pizza',
        quantity: 2,
        amount: 28,
        discount: 0,
        tax: 2.49,
        voided: false,
        modifiers: ['Extra cheese'],
      },
    ],
    grossSales: 28,
    discounts: 3,
    netSales: 25,
    tax: 2.22,
    gratuity: 0,
    serviceCharges: 0,
    rounding: 0,
    payments: [{ type: 'Visa', amount: 27.22, tip: 5 }],
  };
}

export function table(change: Partial<ImportTable> = {}): ImportTable {
  return {
    table: 0,
    file: 0,
    name: 'january.csv',
    rows: 3310,
    layout: 'Square, items detail',
    exporter: 'Square',
    rowKind: 'lines',
    unusedBecause: null,
    columns: ['Date', 'Time', 'Item', 'Qty', 'Gross Sales', 'Notes'],
    usedColumns: [
      { column: 'Date + Time', field: 'date' },
      { column: 'Item', field: 'item' },
      { column: 'Qty', field: 'quantity' },
      { column: 'Gross Sales', field: 'amount' },
    ],
    unusedColumns: ['Notes'],
    remarks: ['Windows-1252 text', '2 title lines above the header'],
    refusedRows: 2,
    layoutYaml: '- name: Square, items detail\n',
    constants: [],
    ...change,
  };
}

export const datesQuestion: ImportQuestion = {
  id: 'dates/0',
  title: 'How are the dates of january.csv written?',
  explanation: 'All dates of the file can be read in more than one way.',
  examples: ['3/4/2026', '5/6/2026'],
  choices: [
    {
      value: 'month-first',
      label: 'Month first: 3/4 is March 4',
      checks: 1204,
      days: 31,
      netSales: 48_210.5,
      firstDate: '2026-01-01',
      lastDate: '2026-01-31',
      besideSales: null,
    },
    {
      value: 'day-first',
      label: 'Day first: 3/4 is April 3',
      checks: 1204,
      days: 12,
      netSales: 48_210.5,
      firstDate: '2026-01-01',
      lastDate: '2026-12-01',
      besideSales: null,
    },
  ],
  answer: null,
};

export function conflict(day: number): ImportConflict {
  return {
    businessDate: `2026-01-${String(day).padStart(2, '0')}`,
    source: 'till',
    sourceName: 'Your POS',
    checks: 40,
    netSales: 1600,
    importChecks: 39,
    importNetSales: 1556,
  };
}

/** An import of one file of four parts, all of which are there. */
export function importOf(change: Partial<Import> = {}): Import {
  return {
    posID: 'demo-pizza',
    importID: 'import-1',
    state: 'ready',
    createdAt: '2026-07-18T10:15:00',
    createdBy: 'Olive Owner',
    version: 1,
    files: [
      {
        file: 0,
        name: 'january.csv',
        bytes: 4 * 524_288,
        parts: 4,
        receivedParts: 4,
        missingParts: [],
        unreadable: null,
      },
    ],
    tables: [table()],
    questions: [],
    summary,
    conflicts: [],
    conflictChoice: null,
    progress: null,
    sentChecks: 0,
    refusedChecks: 0,
    error: null,
    undoUntil: null,
    sentShifts: 0,
    sentItems: 0,
    sentGuests: 0,
    undoLeaves: null,
    overlaps: [],
    rules: [],
    takesAnswers: ['judging', 'asking', 'ready'].includes(change.state ?? 'ready'),
    takenOutDays: [],
    timeZone: 'America/New_York',
    ...change,
  };
}

/** What files of shifts, items and guests bring. */
export const listSummary: ImportSummary = {
  ...summary,
  checks: 0,
  refunds: 0,
  voidedChecks: 0,
  netSales: 0,
  firstDate: null,
  lastDate: null,
  days: [],
  dayCount: 0,
  sampleChecks: [],
  shifts: {
    shifts: 96,
    people: 7,
    hours: 512.5,
    laborCost: 9225,
    tips: 0,
    openShifts: 1,
    shiftsWithoutWage: 0,
    firstDate: '2026-01-01',
    lastDate: '2026-01-14',
    sampleShifts: [
      {
        employee: 'Ana Ruiz',
        job: 'Cook',
        businessDate: '2026-01-01',
        clockIn: '2026-01-01T09:58:00',
        clockOut: null,
        hours: 0,
        pay: null,
        tips: 0,
      },
    ],
  },
  items: {
    items: 40,
    itemsWithPrice: 38,
    itemsWithCost: 31,
    sampleItems: [{ posItemID: 'tea', name: 'Tea', category: 'Drinks', price: null, cost: 0.75 }],
  },
  guests: {
    guests: 210,
    emailConsents: 120,
    smsConsents: 0,
    consentColumns: [
      {
        file: 'customers.csv',
        column: 'Newsletter',
        channel: 'email',
        taken: true,
        words: ['yes (120): agreed', 'maybe (90): not asked'],
      },
    ],
    sampleGuests: [
      {
        firstName: 'Hugo',
        lastName: 'Lopez',
        email: 'hugo@example.com',
        cellPhoneNumber: null,
        emailConsent: 'agreed',
        smsConsent: null,
      },
    ],
  },
  notes: ['Reward points are not brought in: grant them to guests in the app.'],
};

/** An import whose parts are missing but for the first ones. */
export function uploading(name: string, bytes: number, received = 0): Import {
  const parts = Math.ceil(bytes / 524_288);
  const missingParts = Array.from({ length: parts - received }, (_, index) => received + index);
  const file = { file: 0, name, bytes, parts, receivedParts: received, unreadable: null };
  return importOf({
    state: 'uploading',
    files: [{ ...file, missingParts }],
    tables: [],
    summary: null,
  });
}
