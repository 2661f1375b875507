import {
  api,
  type CashierRow,
  type EmployeeSalesRow,
  type HourlyRow,
  type ItemRow,
  type LaborRow,
  type MajorCategoryRow,
  type MinorCategoryRow,
  type OnlineOrderRow,
  type OrderInputTypeRow,
  type PaymentRow,
  type TableRow,
  useGetCashierSalesReportQuery,
  useGetEmployeeSalesReportQuery,
  useGetHourlyReportQuery,
  useGetItemsalesReportQuery,
  useGetLaborReportQuery,
  useGetMajorCategorySalesReportQuery,
  useGetMinorCategorySalesReportQuery,
  useGetOnlineorderSalesReportQuery,
  useGetOrderinputtypeSalesReportQuery,
  useGetPaymentReportQuery,
  useGetTablePerformanceReportQuery,
} from '@/api';
import type { Slide } from '@/components/charts';
import { formatHour, formatHourSpan } from '@/lib/dates';
import {
  type FigureId,
  figureOf,
  type ReportEntry,
  reportNames,
  reportOf,
  wordOf,
} from '@/lib/figures';
import { messages } from '@/lib/messages';
import type { ReportRow } from '@/lib/numbers';
import {
  type ChartPart,
  orderedSlide,
  part,
  pieSlide,
  rankingSlide,
  stackSlide,
} from '../chart/slides';
import { UNASSIGNED } from '../rows/members';
import { cash } from './entries/cashEntry';
import { discount, giftCard, modifier, serviceCharge, tax, voids } from './entries/checkEntries';
import { entry, groupBy, memberNamed } from './entries/entry';
import { hoursBetween } from './hours';
import { LaborHeadline } from './LaborHeadline';
import { laborPercentSlide } from './labor';
import type { ChartData, SplitReport } from './splitReport';
import { tenderSlide, tenderWords } from './tenders';

const words = messages.reportWords;

/** Figures on the second line of sales and of goods: the sheet of a row has all figures. */
const guests = ['CHECKS', 'AVERAGE_CHECK'] as const;
const goods = ['QUANTITY', 'ITEM_PROFIT'] as const;
const goodsHeadline = ['NET_SALES', 'GROSS_COST', 'ITEM_PROFIT', 'QUANTITY'] as const;

/** Net sales and discounts: the parts of gross sales. */
const netAndDiscounts = [part('NET_SALES'), part('GROSS_DISCOUNTS')] as const;
const profitAndCost = [part('ITEM_PROFIT'), part('GROSS_COST'), part('GROSS_DISCOUNTS')] as const;
const regularAndOvertime: readonly [ChartPart, ChartPart] = [
  {
    label: words.regularHours,
    figure: 'HOURS',
    of: ({ HOURS, OVERTIME_HOURS }) => (HOURS ?? 0) - (OVERTIME_HOURS ?? 0),
  },
  {
    label: words.overtimeHours,
    figure: 'OVERTIME_HOURS',
    of: ({ OVERTIME_HOURS }) => OVERTIME_HOURS ?? 0,
  },
];

/** Tills send input types as codes: 'pos', 'online'. */
function titleCase(code: string): string {
  return code.length <= 3 ? code.toUpperCase() : `${code.charAt(0).toUpperCase()}${code.slice(1)}`;
}

function stack(
  { members }: ChartData<ReportRow>,
  names: string,
  parts: readonly [ChartPart, ...ChartPart[]],
): Slide {
  const title = words.figureBy(parts.map(({ label }) => label).join(', '), names.toLowerCase());
  return stackSlide({ key: 'stack', title, names, parts, members, horizontal: true });
}

/** Shares, their parts, and the average check. */
function salesCharts(names: string) {
  return (data: ChartData<ReportRow>): Slide[] => [
    pieSlide('GROSS_SALES', data.members, names),
    stack(data, names, netAndDiscounts),
    rankingSlide('AVERAGE_CHECK', data.members, names),
  ];
}

function hourSlides({ members, before, target }: ChartData<HourlyRow>): Slide[] {
  const slide = (
    key: string,
    title: string,
    figures: readonly [FigureId, ...FigureId[]],
    against?: string,
  ) => orderedSlide({ key, title, names: words.hour, members, figures, before: against });
  const sales = words.figureBy(figureOf('GROSS_SALES').label, words.hour.toLowerCase());
  return [
    slide('sales', sales, ['GROSS_SALES'], before),
    laborPercentSlide(members, target),
    slide('sales-and-labor', words.salesAndLabor, ['GROSS_SALES', 'GROSS_LABOR']),
    slide('covers', words.coversByHour, ['GROSS_COVER', 'CHECKS']),
  ];
}

const hourly: SplitReport<HourlyRow> = {
  ...entry('Hourly'),
  main: 'GROSS_SALES',
  headline: ['NET_SALES', 'GROSS_LABOR', 'LABOR_PERCENT', 'CHECKS'],
  useRows: useGetHourlyReportQuery,
  memberOf: ({ hour }) => ({
    key: String(hour),
    name: formatHourSpan(hour),
    short: formatHour(hour),
    order: hour,
  }),
  line: ['CHECKS', 'GROSS_COVER', 'LABOR_PERCENT'],
  // Open checks are in no sales: their amount is in the sheet of the row, not beside its sales.
  rare: ['OPEN_CHECKS', 'HOURS_WITHOUT_WAGE'],
  charts: hourSlides,
  needs: ['target'],
  fill: hoursBetween,
};

const job = groupBy<LaborRow>('Labor', 'job');
const labor: SplitReport<LaborRow> = {
  ...entry('Labor'),
  main: 'GROSS_LABOR',
  Headline: LaborHeadline,
  needs: ['hours', 'target'],
  useRows: useGetLaborReportQuery,
  memberOf: (row) => ({
    key: JSON.stringify([row.employeeID, row.employeeName, row.job]),
    name: row.employeeName,
    detail: row.job,
  }),
  line: ['HOURS', 'OVERTIME_HOURS'],
  rare: ['HOURS_WITHOUT_WAGE'],
  groups: [job],
  charts: (data) => [
    laborPercentSlide(data.hours, data.target),
    pieSlide('GROSS_LABOR', data.groups, job.names),
    stack(data, entry('Labor').names, regularAndOvertime),
    rankingSlide('SALES_PER_LABOR_HOUR', data.groups, job.names),
  ],
  search: true,
};

const { names: minor } = entry('MinorCategory');
const item: SplitReport<ItemRow> = {
  ...entry('Item', 'itemName'),
  main: 'GROSS_SALES',
  headline: goodsHeadline,
  useRows: useGetItemsalesReportQuery,
  // Ids are unique within a location only: items of several locations are matched by name and category.
  memberOf: ({ posItemID, itemName, majorCategory, minorCategory }, several) => ({
    key: several
      ? JSON.stringify([itemName, majorCategory, minorCategory])
      : JSON.stringify([posItemID, itemName]),
    name: itemName,
    detail: [...new Set([majorCategory, minorCategory])].join(' · '),
  }),
  line: ['QUANTITY'],
  groups: [groupBy('Item', 'minorCategory')],
  charts: (data) => [
    rankingSlide('GROSS_SALES', data.members, entry('Item', 'itemName').names),
    pieSlide('GROSS_SALES', data.groups, minor),
    rankingSlide('QUANTITY', data.members, entry('Item', 'itemName').names),
  ],
  search: true,
};

const majorCategory: SplitReport<MajorCategoryRow> = {
  ...entry('MajorCategory'),
  main: 'GROSS_SALES',
  headline: goodsHeadline,
  useRows: useGetMajorCategorySalesReportQuery,
  memberOf: (row) => memberNamed(row.majorCategory),
  line: goods,
  charts: (data) => [
    pieSlide('GROSS_SALES', data.members, entry('MajorCategory').names),
    stack(data, entry('MajorCategory').names, profitAndCost),
  ],
};

const major = groupBy<MinorCategoryRow>('MinorCategory', 'majorCategory');
const minorCategory: SplitReport<MinorCategoryRow> = {
  ...entry('MinorCategory'),
  main: 'GROSS_SALES',
  headline: goodsHeadline,
  useRows: useGetMinorCategorySalesReportQuery,
  memberOf: (row) => ({
    key: JSON.stringify([row.majorCategory, row.minorCategory]),
    name: row.minorCategory,
    detail: row.majorCategory,
  }),
  line: goods,
  groups: [major],
  charts: (data) => [
    rankingSlide('GROSS_SALES', data.members, minor),
    pieSlide('GROSS_SALES', data.groups, major.names),
    stack(data, minor, profitAndCost),
  ],
  search: true,
};

const employee: SplitReport<EmployeeSalesRow> = {
  ...entry('EmployeeSales'),
  main: 'GROSS_SALES',
  useRows: useGetEmployeeSalesReportQuery,
  memberOf: (row) => memberNamed(row.employeeName, row.employeeID),
  line: guests,
  charts: ({ members }) => [
    rankingSlide('GROSS_SALES', members, entry('EmployeeSales').names),
    rankingSlide('AVERAGE_CHECK', members, entry('EmployeeSales').names),
    rankingSlide('GROSS_TIPS', members, entry('EmployeeSales').names),
  ],
  search: true,
  leadsToChecks: true,
};

const cashier: SplitReport<CashierRow> = {
  ...entry('Cashier'),
  main: 'GROSS_PAYMENT',
  useRows: useGetCashierSalesReportQuery,
  memberOf: (row) => memberNamed(row.cashierName, row.cashierID),
  line: ['GROSS_VOIDS'],
  wordsOf: tenderWords,
  charts: ({ rows, members }) => [
    tenderSlide(rows, members, (row) => memberNamed(row.cashierName, row.cashierID).key),
    rankingSlide('GROSS_PAYMENT', members, entry('Cashier').names),
    rankingSlide('GROSS_VOIDS', members, entry('Cashier').names),
  ],
  search: true,
};

const payment: SplitReport<PaymentRow> = {
  ...entry('Payment'),
  main: 'GROSS_PAYMENT',
  useRows: useGetPaymentReportQuery,
  memberOf: (row) => memberNamed(row.paymentType),
  line: ['PAYMENT_COUNT', 'GROSS_TIPS'],
  charts: (data) => [
    pieSlide('GROSS_PAYMENT', data.members, entry('Payment').names),
    stack(data, entry('Payment').names, [part('AMOUNT'), part('GROSS_TIPS')]),
  ],
  leadsToChecks: true,
};

const onlineOrder: SplitReport<OnlineOrderRow> = {
  ...entry('OnlineOrder'),
  main: 'GROSS_SALES',
  useRows: useGetOnlineorderSalesReportQuery,
  memberOf: (row) => memberNamed(row.orderSource),
  line: ['ORDERS', 'SOURCE_FEE'],
  charts: (data) => [
    pieSlide('GROSS_SALES', data.members, entry('OnlineOrder').names),
    stack(data, entry('OnlineOrder').names, [part('NET_AFTER_FEE'), part('SOURCE_FEE')]),
  ],
};

/** Most locations whose tables have a chart of their own. */
const TABLES_OF = 3;

/** Tables by three figures; those of several locations by their sales, location by location. */
function tableCharts({ members, locations }: ChartData<TableRow>): Slide[] {
  const { names } = entry('Table');
  const tables = members.filter(({ name }) => name !== UNASSIGNED);
  if (locations.length > 1) {
    return locations.slice(0, TABLES_OF).map(({ key, name }) =>
      rankingSlide(
        'GROSS_SALES',
        tables.filter(({ posID }) => posID === key),
        names,
        name,
      ),
    );
  }
  return (['GROSS_SALES', 'SALES_PER_COVER', 'AVERAGE_MINUTES'] as const).map((figure) =>
    rankingSlide(figure, tables, names),
  );
}

const tablePerformance: SplitReport<TableRow> = {
  ...entry('Table'),
  main: 'GROSS_SALES',
  useRows: useGetTablePerformanceReportQuery,
  // Tables of different locations differ; rows without a table come last.
  memberOf: ({ posID, table }, several) =>
    table === UNASSIGNED
      ? { ...memberNamed(table), order: 1 }
      : {
          key: JSON.stringify([posID, table]),
          name: /^\d/.test(table) ? `${entry('Table').names} ${table}` : table,
          ...(several && { posID }),
        },
  line: ['CHECKS', 'AVERAGE_MINUTES'],
  charts: tableCharts,
  search: true,
};

const orderInputType: SplitReport<OrderInputTypeRow> = {
  ...entry('OrderInputType'),
  main: 'GROSS_SALES',
  useRows: useGetOrderinputtypeSalesReportQuery,
  memberOf: ({ orderInputType }) => ({
    ...memberNamed(orderInputType),
    name: titleCase(orderInputType),
  }),
  line: guests,
  charts: salesCharts(entry('OrderInputType').names),
};

/** The hook of a call: `get-x-report` is the endpoint `getXReport`. */
function hookOf(call: string): SplitReport<ReportRow>['useRows'] {
  const name = call.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const endpoint = api.endpoints[name as 'getOrdertypeSalesReport'];
  // Members are named by the fields that the catalogue lists, not by the type.
  return endpoint.useQuery as unknown as SplitReport<ReportRow>['useRows'];
}

/** Figures by a name, as the catalogue describes them: the first one ranks. */
function figuresBy(report: ReportEntry): SplitReport<ReportRow> {
  const { splits } = report;
  const label = splits.at(-1)?.label ?? '';
  const [main = 'GROSS_SALES', second = main, third = second] = report.figureIds;
  const ofSales = ['NET_SALES', 'GROSS_DISCOUNTS', ...guests] as const;
  const areSales = ofSales.every((figure) => report.figureIds.includes(figure));
  return {
    report,
    names: label,
    main,
    useRows: hookOf(report.call),
    memberOf: (row) => {
      const names = splits.map(({ key }) => wordOf(key, String(row[key as keyof ReportRow])));
      const name = names.pop() ?? '';
      return names.length === 0
        ? memberNamed(name)
        : { key: JSON.stringify([...names, name]), name, detail: names.join(' · ') };
    },
    line: areSales ? guests : [second, third],
    groups: splits.slice(0, -1).map(({ key }) => groupBy(report.name, key as keyof ReportRow)),
    charts: areSales
      ? salesCharts(label)
      : ({ members }) => [pieSlide(main, members, label), rankingSlide(second, members, label)],
  };
}

/** Reports that show more than figures by a name, under the keys of their tabs. */
export const splitReports = {
  hourly,
  labor,
  item,
  majorCategory,
  minorCategory,
  modifier,
  employee,
  cashier,
  payment,
  discount,
  void: voids,
  serviceCharge,
  tax,
  giftCard,
  cash,
  onlineOrder,
  tablePerformance,
  orderInputType,
};

const byTab = new Map<string, SplitReport<ReportRow>>([
  ...reportNames
    .map(reportOf)
    .filter(({ splits }) => splits.length > 0)
    .map((report) => [report.tab.key, figuresBy(report)] as const),
  // A report's functions get rows of its own call only.
  ...(Object.entries(splitReports) as unknown as [string, SplitReport<ReportRow>][]),
]);

/** The report of a tab that splits a span; undefined if the tab has another report. */
export function splitOf(tab: string): SplitReport<ReportRow> | undefined {
  return byTab.get(tab);
}
