import { describe, expect, it } from 'vitest';
import { matched, problemsOf, withFiles } from './chosenFiles';

const file = (name: string, size = 10) => ({ name, size });

describe('chosen files', () => {
  it('take tables of any common kind', () => {
    const files = ['a.csv', 'b.TXT', 'c.zip', 'd.xlsx', 'e.tsv', 'export'].map((name) =>
      file(name),
    );
    expect(problemsOf(files)).toEqual([]);
  });

  it('are refused with a word about each', () => {
    expect(problemsOf([file('empty.csv', 0)])).toEqual([
      'empty.csv is empty. Please export it again.',
    ]);
    expect(problemsOf([file('old.XLS')])[0]).toMatch(/^old.XLS is an old Excel file/);
    expect(problemsOf([file('menu.pdf')])[0]).toMatch(/^menu.pdf holds no table/);
    expect(problemsOf([file(`${'n'.repeat(197)}.csv`)])[0]).toMatch(/name of n+… is too long/);
    expect(problemsOf([])).toEqual(['Please choose a file first.']);
  });

  it('are 20 and 1 GB together at most', () => {
    const many = Array.from({ length: 21 }, (_, index) => file(`${index}.csv`));
    expect(problemsOf(many.slice(1))).toEqual([]);
    expect(problemsOf(many)[0]).toMatch(/20 files at most: these are 21/);
    const half = 1024 ** 3 / 2;
    expect(problemsOf([file('a.csv', half), file('b.csv', half)])).toEqual([]);
    expect(problemsOf([file('a.csv', half), file('b.csv', 3 * half)])[0]).toMatch(
      /^These files hold 2 GB together/,
    );
  });

  it('count once if they are chosen twice', () => {
    const all = withFiles([file('a.csv')], [file('a.csv'), file('a.csv', 11), file('b.csv')]);
    expect(all.map(({ name, size }) => [name, size])).toEqual([
      ['a.csv', 10],
      ['a.csv', 11],
      ['b.csv', 10],
    ]);
  });
});

describe('files of an import that are chosen again', () => {
  const files = [
    { file: 0, name: 'a.csv', bytes: 10 },
    { file: 1, name: 'b.csv', bytes: 20 },
  ];

  it('are known by name and size', () => {
    const [b, c, grown] = [file('b.csv', 20), file('c.csv', 30), file('a.csv', 12)];
    const { byNumber, others } = matched(files, [b, c, grown]);
    expect([...byNumber]).toEqual([[1, b]]);
    expect(others).toEqual([c, grown]);
  });
});
