import type { ImportColumn, ImportMapping, ImportRule, ImportTable } from '@/api';
import type { ImportField } from '@/api/connect';
import { messages } from '@/lib/messages';
import { type Rule, ruleProblems, ruleText } from './rules';

const words = messages.importMapping;

/** What rows can be where a person maps the columns. */
export const rowKinds = ['lines', 'orders', 'payments', 'shifts', 'items', 'guests'] as const;
type RowKind = (typeof rowKinds)[number];

/** A value that no column has. */
export interface Fixed {
  field: string;
  value: string;
}

export interface MappingValues {
  rowKind: RowKind | null;
  /** The field of each column; empty: for nothing. */
  fields: readonly string[];
  fixed: readonly Fixed[];
  rules: readonly Rule[];
}

/** Problems by the part of the form. */
export interface MappingProblems {
  rowKind?: string;
  /** By the column's number. */
  columns: Record<number, string>;
  fixed: Record<number, Partial<Record<keyof Fixed, string>>>;
  rules: Record<number, Partial<Record<keyof Rule, string>>>;
}

/** How two columns are joined. */
const JOIN = ' + ';
/** Fields that two columns can make together. */
const joinable = ['text', 'date', 'time'];
const dates = ['date', 'opened', 'business-date'];

/** Fields of which a row of a kind needs one of each line. */
interface Needed {
  anyOf: readonly string[];
  problem: string;
}
const dated: Needed = { anyOf: [...dates, 'order'], problem: words.noDate };
const worth = (...anyOf: string[]): Needed => ({ anyOf, problem: words.noAmount });
const names = ['employee', 'employee-id', 'first-name', 'last-name', 'full-name'];
const needed: Readonly<Record<RowKind, readonly Needed[]>> = {
  // Rows with an order's number take the date from another table.
  lines: [dated, worth('amount', 'net', 'total', 'price')],
  orders: [dated, worth('amount', 'net', 'total', 'order-total', 'paid', 'paid-with-tip')],
  payments: [dated, worth('paid', 'paid-with-tip', 'total', 'amount')],
  shifts: [
    { anyOf: names, problem: words.noEmployee },
    { anyOf: ['clock-in'], problem: words.noClockIn },
  ],
  items: [{ anyOf: ['item'], problem: words.noItem }],
  guests: [{ anyOf: ['customer-id', 'email', 'phone'], problem: words.noGuest }],
};

/** What is known of a table, and what was said of words, as the form begins. */
export function valuesOf(
  { columns, usedColumns, rowKind, constants }: ImportTable,
  rules: readonly ImportRule[],
): MappingValues {
  const fieldOf = new Map<string, string>();
  // A column that is read for its rules alone is shown with them.
  for (const { column, field } of usedColumns.filter((used) => used.field !== 'rule')) {
    for (const part of column.split(/ [+:] /)) {
      if (!fieldOf.has(part)) fieldOf.set(part, field);
    }
  }
  return {
    rowKind: rowKinds.find((kind) => kind === rowKind) ?? null,
    fields: columns.map((column) => fieldOf.get(column) ?? ''),
    fixed: constants.map(({ field, column }) => ({ field, value: column })),
    rules: rules.map((rule) => ({ ...rule, words: rule.words.join('|') })),
  };
}

/** The other columns that have the field of one. */
function sameField(fields: readonly string[], at: number): number[] {
  const own = fields[at] ?? '';
  if (own === '') return [];
  return fields.flatMap((field, other) => (field === own && other !== at ? [other] : []));
}

/** Columns that become one field, in their order: `Day + Time`; `null` if the column is not joined. */
export function joinedText(columns: readonly string[], fields: readonly string[], at: number) {
  const others = sameField(fields, at);
  if (others.length === 0) return null;
  return columns.filter((_, index) => index === at || others.includes(index)).join(JOIN);
}

function columnProblems(
  { rowKind, fields }: MappingValues,
  byName: ReadonlyMap<string, ImportField>,
): Record<number, string> {
  const problems: Record<number, string> = {};
  fields.forEach((field, at) => {
    const known = byName.get(field);
    const single = known !== undefined && !joinable.includes(known.reads);
    if (single && sameField(fields, at).length > 0) {
      problems[at] = words.twice(known.description);
    }
  });
  if (rowKind === null || Object.keys(problems).length > 0) return problems;
  const free = Math.max(fields.indexOf(''), 0);
  const missing = needed[rowKind].find(
    ({ anyOf }) => !fields.some((field) => anyOf.includes(field)),
  );
  if (missing !== undefined) problems[free] = missing.problem;
  return problems;
}

export function problemsOf(values: MappingValues, known: readonly ImportField[]): MappingProblems {
  const byName = new Map(known.map((field) => [field.field, field]));
  const fixed = values.fixed.map(({ field, value }) => ({
    ...(field === '' && { field: words.fieldRequired }),
    ...(value.trim() === '' && { value: words.fixedRequired }),
  }));
  return {
    ...(values.rowKind === null && { rowKind: words.noKind }),
    columns: columnProblems(values, byName),
    fixed: withProblems(fixed),
    rules: withProblems(values.rules.map(ruleProblems)),
  };
}

function withProblems<Problems extends object>(all: readonly Problems[]): Record<number, Problems> {
  return Object.fromEntries(
    [...all.entries()].filter(([, problems]) => Object.keys(problems).length > 0),
  );
}

export function hasProblems({ rowKind, columns, fixed, rules }: MappingProblems): boolean {
  const parts = [columns, fixed, rules];
  return rowKind !== undefined || parts.some((part) => Object.keys(part).length > 0);
}

/** The mapping as it is sent, and the rules in place of earlier ones: one that is empty for none. */
export function requestOf(
  { table, columns }: Pick<ImportTable, 'table' | 'columns'>,
  { rowKind, fields, fixed, rules }: MappingValues,
): { mappings: ImportMapping[]; rules: string[] } {
  const mapped: ImportColumn[] = [...new Set(fields)]
    .filter((field) => field !== '')
    .map((field) => ({
      field,
      column: columns.filter((_, index) => fields[index] === field).join(JOIN),
    }));
  const constants = fixed.map(({ field, value }) => ({ field, column: value.trim() }));
  return {
    mappings: [
      {
        table,
        rowKind: rowKind ?? '',
        columns: mapped,
        ...(constants.length > 0 && { constants }),
      },
    ],
    rules: rules.length === 0 ? [''] : rules.map(ruleText),
  };
}

/** A field in words: its description, of a type of payment its name, else its own name. */
export function fieldText(field: string, known: readonly ImportField[]): string {
  const [of, tender] = field.split('/');
  if (tender !== undefined) return of === 'paid' ? words.paidWith(tender) : words.nameOf(tender);
  return known.find((one) => one.field === field)?.description ?? field.replaceAll('-', ' ');
}
