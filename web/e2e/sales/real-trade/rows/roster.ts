import { guest } from '../../../../src/lib/messages/guests/customers';
import { itemSheet, soldOut } from '../../../../src/lib/messages/menu/menu';
import { tomorrow } from '../facts';
import { figure, type Row, removed, row } from './row';

const labor = 'get-labor-report';
const menu = 'get-items-list';

/** Fields of shifts and guests. */
export const ofPeople: readonly Row[] = [
  row(
    'shift.closed rate',
    ['/admin-configuration/wages', 'Ana'],
    [labor, { Employee: 'Ana', Labor: '0.00', 'Hours without wage': '2.00' }],
    ['means labor', figure('HOURS_WITHOUT_WAGE')],
  ),
  row(
    'shift.opened rate',
    ['report labor', 'Eve'],
    [labor, { Employee: 'Eve', Labor: '0.00', 'Open shifts': '1' }],
    ['means labor', figure('HOURS_WITHOUT_WAGE')],
  ),
  row(
    'shift.closed regularMinutes',
    ['row labor Bo', '6.82'],
    [labor, { Employee: 'Bo', Hours: '6.82', 'Overtime hours': '0.13' }],
    ['means labor', figure('HOURS')],
  ),
  removed(
    'shift.removed posShiftID',
    ['report labor', 'Gus', 'Ana'],
    [labor, { Employee: 'Gus' }],
    ['means labor', figure('HOURS')],
  ),
  removed(
    'customer.merged posCustomerID',
    ['/customers', 'Merle', 'Stella'],
    ['get-customers-list', { 'Last name': 'Ended' }],
    ['/customers?guest=:pos/stays', guest.merged(1)],
  ),
  row(
    'customer.merged mergedInto',
    ['/customers', /Stella Stays.*2 visits/s],
    ['get-customers-list', { 'Customer ID': 'stays', Visits: '2', Spend: '4.00' }],
    ['/customers?guest=:pos/stays', guest.merged(1)],
  ),
];

/** Fields of the menu. */
export const ofMenu: readonly Row[] = [
  row(
    'item.upserted price',
    ['/home/menu', /Market fish.*Open price/s],
    [menu, { Item: 'Market fish', 'Open price': 'yes' }],
    ['/home/menu?item=:pos/fish', itemSheet.openPriceHint],
  ),
  row(
    'item.upserted soldOut',
    ['/home/menu?item=:pos/plum', soldOut.atPOS],
    [menu, { Item: 'Plum cake', 'Sold out': 'yes' }],
    ['/home/menu?item=:pos/plum', soldOut.atPOSHint],
  ),
  row(
    'item.upserted soldOutUntil',
    ['/home/menu?item=:pos/plum', /Sold out at the POS until .*, 4:00 PM/],
    [menu, { Item: 'Plum cake', 'Sold out until': `${tomorrow} 16:00:00` }],
    ['/home/menu?item=:pos/plum', soldOut.atPOSHint],
  ),
  removed(
    'item.removed posItemID',
    ['/home/menu', 'Old soup', 'Plum cake'],
    [menu, { Item: 'Old soup' }],
    ['/home/menu?item=:pos/soup', itemSheet.failed],
  ),
];
