import type { ItemRow } from '@/api';
import { type ChartLook, horizontalBarOption, pieOption, type Slide } from '@/components/charts';
import { messages } from '@/lib/messages';
import { formatMoney, formatWholeMoney, sumMoney } from '@/lib/money';
import { type Change, relativeChange } from '@/lib/numbers';

/** An item over the dates and locations of a report. */
export interface ItemSales {
  key: string;
  name: string;
  category: string;
  quantity: number;
  grossSales: number;
  change: Change | null;
  /** Of all items' sales, 0 to 1. */
  share: number;
}

const TOP = 10;

/**
 * Items by sales, the largest first. Ids are unique within a location only, so items of several
 * locations are added up by their name and category.
 */
export function rankItems(rows: readonly ItemRow[]): { items: ItemSales[]; grossSales: number } {
  const several = new Set(rows.map((row) => row.posID)).size > 1;
  const groups = new Map<string, ItemRow[]>();
  for (const row of rows) {
    const key = several
      ? JSON.stringify([row.itemName, row.majorCategory, row.minorCategory])
      : row.posItemID;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const grossSales = sumMoney(rows.map((row) => row.grossSales));
  const items = [...groups].flatMap(([key, members]) => {
    const [first] = members;
    return first === undefined ? [] : [itemOf(key, first, members, grossSales)];
  });
  items.sort((a, b) => b.grossSales - a.grossSales || a.name.localeCompare(b.name));
  return { items, grossSales };
}

function itemOf(
  key: string,
  first: ItemRow,
  members: readonly ItemRow[],
  whole: number,
): ItemSales {
  const withHistory = members.filter((row) => row.lastWeek !== null);
  const before = members.flatMap((row) => row.lastWeek?.grossSales ?? []);
  const grossSales = sumMoney(members.map((row) => row.grossSales));
  return {
    key,
    name: first.itemName,
    category: [first.majorCategory, first.minorCategory].filter(Boolean).join(' · '),
    // Quantities have three decimals.
    quantity: Math.round(members.reduce((sum, row) => sum + row.quantity, 0) * 1000) / 1000,
    grossSales,
    change: relativeChange(
      sumMoney(withHistory.map((row) => row.grossSales)),
      before.length === 0 ? null : sumMoney(before),
      'more',
    ),
    share: whole === 0 ? 0 : grossSales / whole,
  };
}

/** Items whose name holds the search, whatever its case. */
export function matchItems(items: readonly ItemSales[], search: string): readonly ItemSales[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? items : items.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function byCategory(rows: readonly ItemRow[]): { name: string; value: number }[] {
  const majors = new Set(rows.map((row) => row.majorCategory));
  // One major category tells nothing apart.
  const nameOf = (row: ItemRow) => (majors.size > 1 ? row.majorCategory : row.minorCategory);
  const sales = new Map<string, number[]>();
  for (const row of rows) {
    sales.set(nameOf(row), [...(sales.get(nameOf(row)) ?? []), row.grossSales]);
  }
  return [...sales].map(([name, amounts]) => ({ name, value: sumMoney(amounts) }));
}

/** Slides of the item tab: the best sellers, and the shares of categories. */
export function itemSlides(rows: readonly ItemRow[], items: readonly ItemSales[]): Slide[] {
  const { topItems, byCategory: categories } = messages.reportWords;
  const { grossSales } = messages.figures;
  const slices = byCategory(rows);
  return [
    {
      key: 'top-items',
      title: topItems,
      build: (look: ChartLook) =>
        horizontalBarOption(
          {
            description: topItems,
            name: grossSales,
            items: items.slice(0, TOP).map(({ name, grossSales: value }) => ({ name, value })),
            format: formatMoney,
            formatLabel: formatWholeMoney,
          },
          look,
        ),
    },
    {
      key: 'categories',
      title: categories,
      build: slices.some(({ value }) => value > 0)
        ? (look: ChartLook) =>
            pieOption(
              { description: categories, name: grossSales, slices, format: formatMoney },
              look,
            )
        : null,
    },
  ];
}
