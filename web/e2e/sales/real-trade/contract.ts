import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');

/** The table of facts. */
const table = page.split('| type | fields of `data`')[1]?.split('\n\n')[0] ?? '';

/** The fields that facts had before real trade was added to them, by kind. */
const before: Readonly<Record<string, string>> = {
  'check.closed':
    'posCheckID, openTime?, closeTime, businessDate?, table?, covers?, employee? {id, name}, cashier? {id, name}, ' +
    'revenueCenter?, orderType?, orderInputType?, orderSource?, sourceFee?, items [posItemID, name, majorCategory?, ' +
    'minorCategory?, quantity, price?, amount?, cost?, discount?, tax?, voided?], discount?, payments? [type, amount, ' +
    'tip?, paymentIntentId?], rewardUsed?, posCustomerID?, promoCode?, refundOf?, voided?',
  'shift.opened':
    'posShiftID, employee {id, name}, job, businessDate?, clockIn, clockOut, unpaidMinutes?, rate, regularMinutes?, ' +
    'overtimeMinutes?, overtimeRate?, tips?',
  'shift.closed':
    'posShiftID, employee {id, name}, job, businessDate?, clockIn, clockOut, unpaidMinutes?, rate, regularMinutes?, ' +
    'overtimeMinutes?, overtimeRate?, tips?',
  'item.upserted':
    'posItemID, name, majorCategory?, minorCategory?, price, cost?, imageUrl?, stock?, lowStock?',
  'customer.upserted':
    'posCustomerID, firstName?, lastName?, email?, cellPhoneNumber?, emailConsent?, smsConsent?',
};

/** By these ids a later fact replaces an earlier one; people know what they name by amount and time. */
const keys: readonly string[] = [
  'payment.recorded refunds.refundID',
  'payout.recorded entries.entryID',
  'dispute.recorded disputeID',
];

/** The paths of fields such as `items [name, tax?], discount?`: `items`, `items.name`, `items.tax`, `discount`. */
function pathsOf(fields: string): string[] {
  const paths: string[] = [];
  const within: string[] = [];
  let last = '';
  for (const [token] of fields.replaceAll(' {id, name}', '').matchAll(/\w+\??|[[{\]}]/g)) {
    if (token === '[' || token === '{') within.push(last);
    else if (token === ']' || token === '}') within.pop();
    else {
      // A field that was required and may be missing now is another one.
      last = token.replace('?', '');
      paths.push([...within, token].join('.'));
    }
  }
  return paths;
}

/** The fields in a row of the table of facts: its code up to what is said of it. */
function documented(cell: string): string[] {
  const [sentence = '', ...parts] = cell.split('`');
  if (sentence !== '') return [];
  const end = parts.findIndex((part, index) => index % 2 === 1 && /^[:;]/.test(part));
  const codes = parts.slice(0, end < 0 ? undefined : end).filter((_, index) => index % 2 === 0);
  return pathsOf(codes.join(' '));
}

/**
 * What was added to the first contract: fields such as `check.closed items.deferred`, and kinds without fields of their own.
 * A group of fields is not named beside its fields.
 */
export function addedFields(): string[] {
  const rows = [...table.matchAll(/^\| (`[a-z.]+`(?:, `[a-z.]+`)*) \| (.*) \|$/gm)];
  const added = rows.flatMap(([, kinds = '', cell = '']) =>
    [...kinds.matchAll(/`([^`]+)`/g)].flatMap(([, kind = '']) => {
      const known = new Set(pathsOf(before[kind] ?? ''));
      const paths = documented(cell).filter((path) => !known.has(path));
      const names = paths.map((path) => `${kind} ${path.replaceAll('?', '')}`);
      return kind in before || names.length > 0 ? names : [kind];
    }),
  );
  return added.filter(
    (one) => !keys.includes(one) && !added.some((other) => other.startsWith(`${one}.`)),
  );
}
