import { describe, expect, it } from 'vitest';
import { table } from '@/testing/data/imports';
import {
  fieldText,
  hasProblems,
  joinedText,
  type MappingValues,
  problemsOf,
  requestOf,
  valuesOf,
} from './mappingForm';
import { ruleProblems, ruleText } from './rules';

const known = [
  { field: 'date', description: 'Date of the sale', reads: 'date' },
  { field: 'item', description: 'Name of the item', reads: 'text' },
  { field: 'quantity', description: 'How many', reads: 'quantity' },
  { field: 'amount', description: 'Amount of the row before discounts', reads: 'money' },
];

const found = table();
const values = (change: Partial<MappingValues> = {}): MappingValues => ({
  ...valuesOf(found, []),
  ...change,
});

describe('the form of a mapping', () => {
  it('begins with the columns in use', () => {
    expect(valuesOf(found, [])).toEqual({
      rowKind: 'lines',
      fields: ['date', 'date', 'item', 'quantity', 'amount', ''],
      fixed: [],
      rules: [],
    });
    expect(valuesOf(table({ rowKind: null, usedColumns: [] }), [])).toMatchObject({
      rowKind: null,
      fields: ['', '', '', '', '', ''],
    });
  });

  it('begins with the values and rules that were said before', () => {
    const constants = [{ field: 'tender', column: 'Visa' }];
    const rules = [{ column: 'Status', meaning: 'void', words: ['Cancelled', 'Canceled'] }];
    const said = valuesOf(table({ constants }), rules);
    expect(said).toMatchObject({
      fixed: [{ field: 'tender', value: 'Visa' }],
      rules: [{ column: 'Status', meaning: 'void', words: 'Cancelled|Canceled' }],
    });
    expect(requestOf(found, said)).toMatchObject({
      mappings: [{ constants }],
      rules: ['Status=void:Cancelled|Canceled'],
    });
    expect(requestOf(found, { ...said, rules: [] }).rules).toEqual(['']);
  });

  it('keeps columns of types of payment, and none of rules', () => {
    const usedColumns = [
      { column: 'Gross Sales', field: 'paid/Cash' },
      { column: 'Notes', field: 'rule' },
    ];
    const { fields } = valuesOf(table({ usedColumns }), []);
    expect(fields).toEqual(['', '', '', '', 'paid/Cash', '']);
    expect(fields.slice(4, 5).map((field) => fieldText(field, known))).toEqual(['Paid with Cash']);
  });

  it('joins columns of one field in their order', () => {
    expect(joinedText(found.columns, values().fields, 1)).toBe('Date + Time');
    expect(joinedText(found.columns, values().fields, 2)).toBeNull();
    expect(joinedText(found.columns, values().fields, 5)).toBeNull();
  });

  it('is sent with values only if there are some', () => {
    expect(requestOf(found, values())).toEqual({
      mappings: [
        {
          table: 0,
          rowKind: 'lines',
          columns: [
            { field: 'date', column: 'Date + Time' },
            { field: 'item', column: 'Item' },
            { field: 'quantity', column: 'Qty' },
            { field: 'amount', column: 'Gross Sales' },
          ],
        },
      ],
      rules: [''],
    });
    const rules = [{ column: 'Status', meaning: 'void', words: 'Cancelled | Canceled|' }];
    const fixed = [{ field: 'tender', value: ' Visa ' }];
    const { mappings, rules: sent } = requestOf(found, values({ rules, fixed }));
    expect(mappings[0]?.constants).toEqual([{ field: 'tender', column: 'Visa' }]);
    expect(sent).toEqual(['Status=void:Cancelled|Canceled']);
  });

  it('names problems at their fields', () => {
    expect(hasProblems(problemsOf(values(), known))).toBe(false);
    expect(problemsOf(values({ rowKind: null }), known).rowKind).toBe(
      'Please choose what a row is.',
    );
    const twice = ['date', '', 'item', 'amount', 'amount', ''];
    expect(Object.keys(problemsOf(values({ fields: twice }), known).columns)).toEqual(['3', '4']);
    const undated = ['', '', 'item', 'quantity', 'amount', ''];
    expect(problemsOf(values({ fields: undated }), known).columns[0]).toMatch(/is the date/);
    const worthless = ['date', 'date', 'item', 'quantity', '', ''];
    expect(problemsOf(values({ fields: worthless }), known).columns[4]).toMatch(/is an amount/);
    const numbered = ['order', '', 'item', 'quantity', 'amount', ''];
    expect(hasProblems(problemsOf(values({ fields: numbered }), known))).toBe(false);
    const needs = (rowKind: MappingValues['rowKind'], ...fields: string[]) =>
      Object.values(problemsOf(values({ rowKind, fields }), known).columns).join();
    expect(needs('shifts', '', 'clock-in')).toMatch(/is the employee/);
    expect(needs('shifts', 'employee', '')).toMatch(/is the clock-in/);
    expect(needs('items', 'price')).toMatch(/name of the item/);
    expect(needs('guests', 'first-name')).toMatch(/email address/);
    expect(needs('guests', 'email')).toBe('');
    const open = problemsOf(
      values({
        fixed: [{ field: '', value: 'x' }],
        rules: [{ column: 'Notes', meaning: 'void', words: ' | ' }],
      }),
      known,
    );
    expect(Object.keys(open.fixed[0] ?? {})).toEqual(['field']);
    expect(Object.keys(open.rules[0] ?? {})).toEqual(['words']);
  });
});

describe('a rule', () => {
  it('escapes signs of its own form', () => {
    expect(ruleText({ column: 'A=B', meaning: 'refund', words: 'x:y|z' })).toBe(
      'A\\=B=refund:x\\:y|z',
    );
  });

  it('needs a column and a word', () => {
    expect(Object.keys(ruleProblems({ column: '', meaning: 'void', words: '' }))).toEqual([
      'column',
      'words',
    ]);
  });
});
