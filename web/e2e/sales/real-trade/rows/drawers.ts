import catalogue from '../../../../../proto/figures.json' with { type: 'json' };
import { today, yesterday } from '../facts';
import { figure, type Row, row } from './row';

const drawers = 'get-cash-report';
const drawersOfYesterday = `/home/daily-sales?tab=cash&from=${yesterday}&to=${yesterday}`;

/** A figure of the drawer: on its sheet, in a column, and in the meanings of the tab. */
function drawer(field: string, id: keyof typeof catalogue.figures, amount: string): Row {
  const { label } = catalogue.figures[id];
  return row(
    `cash.counted ${field}`,
    ['row cash Bar-7', new RegExp(`${label}.*\\$${amount.replace('.', '\\.')}`, 's')],
    [drawers, { Drawer: 'Bar-7', [label]: amount }],
    ['means cash', figure(id)],
  );
}

/** Fields of counted cash drawers. */
export const ofDrawers: readonly Row[] = [
  row(
    'cash.counted posDrawerID',
    ['report cash', 'Bar-7'],
    [drawers, { Drawer: 'Bar-7' }],
    ['means cash', figure('CASH_COUNTS')],
  ),
  row(
    'cash.counted employee',
    ['report cash', 'Cora'],
    [drawers, { Drawer: 'Bar-7', Employee: 'Cora' }],
    ['means cash', figure('CASH_OVER_SHORT')],
  ),
  row(
    'cash.counted openedAt',
    [drawersOfYesterday, /Drawers counted\s*3/],
    [`${drawers} by day`, { Drawer: 'Patio-2', 'Drawers counted': '2' }],
    ['means cash', figure('CASH_OPENING')],
  ),
  row(
    'cash.counted closedAt',
    [drawersOfYesterday, 'Patio-2'],
    [`${drawers} by day`, { Date: yesterday, Drawer: 'Patio-2' }],
    ['means cash', figure('CASH_COUNTED')],
  ),
  row(
    'cash.counted businessDate',
    ['report cash', 'Bar-7'],
    [`${drawers} by day`, { Date: today, Drawer: 'Bar-7' }],
    ['means cash', figure('CASH_COUNTS')],
  ),
  drawer('opening', 'CASH_OPENING', '100.00'),
  drawer('sales', 'CASH_SALES', '40.40'),
  drawer('paidIn', 'CASH_PAID_IN', '5.05'),
  drawer('paidOut', 'CASH_PAID_OUT', '6.06'),
  drawer('drops', 'CASH_DROPS', '30.30'),
  drawer('expected', 'CASH_EXPECTED', '109.09'),
  drawer('counted', 'CASH_COUNTED', '107.07'),
];
