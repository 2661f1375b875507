/** Files as Square exports them: items of checks. */

const columns = [
  'Date',
  'Time',
  'Time Zone',
  'Category',
  'Item',
  'Qty',
  'Price Point Name',
  'SKU',
  'Modifiers Applied',
  'Gross Sales',
  'Discounts',
  'Net Sales',
  'Tax',
  'Transaction ID',
  'Payment ID',
  'Device Name',
  'Notes',
  'Details',
  'Event Type',
  'Location',
  'Dining Option',
];

interface Row {
  /** As the file writes it. */
  date: string;
  check: number;
  item: string;
  /** Cents. */
  cents: number;
}

function line({ date, check, item, cents }: Row, note: string): string {
  const money = `$${(cents / 100).toFixed(2)}`;
  const cells = [date, '12:30:00', 'Eastern Time (US & Canada)', 'Mains', item, '1.0', 'Regular'];
  const sums = ['', '', money, '$0.00', money, '$0.00'];
  const ids = [`T${check}`, `P${check}`, 'Register 1', note, '', 'Payment', 'Diner', 'For Here'];
  return [...cells, ...sums, ...ids].join(',');
}

/** A file with these rows; `note` fills a column that is for nothing. */
export function squareFile(name: string, rows: readonly Row[], note = '') {
  const text = [columns.join(','), ...rows.map((row) => line(row, note))].join('\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) };
}

/** So many checks of $20.00 on each day, of two items each. */
export function checksOn(days: readonly string[], each: number): Row[] {
  return days.flatMap((date, day) =>
    Array.from({ length: each }, (_, index) => {
      const check = 1000 * (day + 1) + index;
      return [
        { date, check, item: 'Burger', cents: 1550 },
        { date, check, item: 'Soup', cents: 450 },
      ];
    }).flat(),
  );
}
