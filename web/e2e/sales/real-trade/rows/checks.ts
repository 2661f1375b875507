import { exceptions } from '../../../../src/lib/messages/sales/exceptions';
import { checks } from '../../../../src/lib/messages/sales/figures';
import { moneyTab } from '../../../../src/lib/messages/sales/money';
import { dimension, figure, type Row, removed, row } from './row';

const discounts = 'get-discount-report';
const voids = 'get-void-report';
const modifiers = 'get-modifier-report';
const charges = 'get-service-charge-report';
const taxes = 'get-tax-report';
const giftCards = 'get-gift-card-report';
const daily = 'get-daily-sales-labor';
const listed = 'get-inside-sales';

const cheese = { Item: 'Burger', Modifier: 'Truffle cheese' };
const truffle = '3 × Truffle cheese $1.50';
const club = 'Regulars club -$2.15 · Tenth visit · approved by Mona';
const late = 'Late kitchen -$3.05 · Waited an hour · approved by Max';
const reason = dimension('Discount', 'reason');
const approver = dimension('Discount', 'approvedBy');

/** Fields of checks. */
export const ofChecks: readonly Row[] = [
  row(
    'check.closed items.deferred',
    ['check sold-card', checks.deferred],
    [giftCards, { Activity: 'sold', 'Gift card': 'Fifty card', 'Gift cards sold': '50.00' }],
    ['means giftCard', figure('GROSS_DEFERRED')],
  ),
  row(
    'check.closed items.modifiers.name',
    ['check full', truffle],
    [modifiers, cheese],
    ['means modifier', dimension('Modifier', 'modifier')],
  ),
  row(
    'check.closed items.modifiers.quantity',
    ['check full', truffle],
    [modifiers, { ...cheese, Quantity: '3.000' }],
    ['means modifier', figure('QUANTITY')],
  ),
  row(
    'check.closed items.modifiers.amount',
    ['check full', truffle],
    [modifiers, { ...cheese, 'Modifier sales': '1.50' }],
    ['means modifier', figure('MODIFIER_SALES')],
  ),
  row(
    'check.closed items.modifiers.cost',
    ['row modifier Truffle cheese', /Modifier cost\s*\$1\.95/],
    [modifiers, { ...cheese, 'Modifier cost': '1.95' }],
    ['means modifier', figure('MODIFIER_COST')],
  ),
  row(
    'check.closed items.reason',
    ['check full', 'Spilled · approved by Mona'],
    [voids, { Item: 'Wine', Reason: 'Spilled', Voids: '9.25' }],
    ['means void', dimension('Void', 'reason')],
  ),
  row(
    'check.closed items.approvedBy',
    ['report void', 'Mona'],
    [voids, { Item: 'Wine', 'Approved by': 'Mona' }],
    ['means void', dimension('Void', 'approvedBy')],
  ),
  row(
    'check.closed items.discounts',
    ['check full', club],
    [
      discounts,
      {
        Discount: 'Regulars club',
        Reason: 'Tenth visit',
        'Approved by': 'Mona',
        Discounts: '2.15',
      },
    ],
    ['means discount', figure('GROSS_DISCOUNTS')],
  ),
  row(
    'check.closed discounts.name',
    ['check full', late],
    [discounts, { Discount: 'Late kitchen' }],
    ['means discount', dimension('Discount', 'discount')],
  ),
  row(
    'check.closed discounts.kind',
    ['report discount', /Comp.*Promotion|Promotion.*Comp/s],
    [discounts, { Kind: 'comp', Discount: 'Late kitchen' }],
    ['means discount', dimension('Discount', 'discountKind')],
  ),
  row(
    'check.closed discounts.kind employee',
    ['report discount', 'Employee meal'],
    [discounts, { Kind: 'employee', Discount: 'Staff dinner' }],
    ['means discount', dimension('Discount', 'discountKind')],
  ),
  row(
    'check.closed discounts.kind other',
    ['report discount', 'Other'],
    [discounts, { Kind: 'other', Discount: 'Coin jar' }],
    ['means discount', dimension('Discount', 'discountKind')],
  ),
  row(
    'check.closed discounts.amount',
    ['check full', late],
    [discounts, { Discount: 'Late kitchen', Discounts: '3.05' }],
    ['means discount', figure('GROSS_DISCOUNTS')],
  ),
  row(
    'check.closed discounts.reason',
    ['check full', late],
    [discounts, { Discount: 'Late kitchen', Reason: 'Waited an hour' }],
    ['means discount', reason],
  ),
  row(
    'check.closed discounts.approvedBy',
    ['check full', late],
    [discounts, { Discount: 'Late kitchen', 'Approved by': 'Max' }],
    ['means discount', approver],
  ),
  row(
    'check.closed serviceCharges.name',
    ['check full', /Party of eight\s*\$4\.44/],
    [charges, { 'Service charge': 'Party of eight' }],
    ['means serviceCharge', figure('CHARGED')],
  ),
  row(
    'check.closed serviceCharges.kind',
    ['row serviceCharge Party of eight', 'Gratuity'],
    [charges, { Kind: 'gratuity', 'Service charge': 'Party of eight' }],
    ['means serviceCharge', dimension('ServiceCharge', 'chargeKind')],
  ),
  row(
    'check.closed serviceCharges.kind gratuity',
    ['report sales', /Gratuity\s*\$4\.44/],
    [daily, { Gratuity: '4.44' }],
    ['means sales', figure('GROSS_GRATUITY')],
  ),
  row(
    'check.closed serviceCharges.kind fee',
    ['row serviceCharge Room fee', 'Fee'],
    [charges, { Kind: 'fee', 'Service charge': 'Room fee' }],
    ['means sales', figure('GROSS_SERVICE_CHARGES')],
  ),
  row(
    'check.closed serviceCharges.kind delivery',
    ['row serviceCharge Courier', 'Delivery'],
    [charges, { Kind: 'delivery', 'Service charge': 'Courier' }],
    ['means sales', figure('GROSS_SERVICE_CHARGES')],
  ),
  row(
    'check.closed serviceCharges.amount',
    ['check full', /Room fee\s*\$3\.33/],
    [charges, { 'Service charge': 'Room fee', Charged: '3.33' }],
    ['means serviceCharge', figure('CHARGED')],
  ),
  row(
    'check.closed serviceCharges.tax',
    ['row serviceCharge Room fee', /Tax\s*\$0\.27/],
    [charges, { 'Service charge': 'Room fee', Tax: '0.27' }],
    ['means serviceCharge', figure('CHARGE_TAX')],
  ),
  row(
    'check.closed rounding',
    ['check full', /Rounding\s*\$0\.02/],
    [daily, { Rounding: '0.02' }],
    ['info sales Rounding', figure('GROSS_ROUNDING')],
  ),
  row(
    'check.closed taxIncluded',
    ['check inside', /Gross sales\s*\$10\.00\s*Tax\s*\$0\.80/],
    [listed, { Check: 'inside', 'Gross sales': '10.00', 'Payments with tips': '10.80' }],
    ['means sales', figure('GROSS_TAX')],
  ),
  row(
    'check.closed items.taxIncluded',
    ['check line-inside', /Tea.*\$5\.00/s],
    ['get-itemsales-report', { Item: 'Tea', 'Gross sales': '5.00' }],
    ['means sales', figure('GROSS_TAX')],
  ),
  row(
    'check.closed taxIncluded of a line given away',
    ['check free', checks.taxIncluded],
    [listed, { Check: 'free', Exceptions: 'taxIncluded' }],
    ['check free', exceptions.taxIncluded],
  ),
  row(
    'check.closed taxes.name',
    ['check full', 'City tax $1.11'],
    [taxes, { Tax: 'City tax' }],
    ['means tax', figure('NAMED_TAX')],
  ),
  row(
    'check.closed taxes.amount',
    ['check full', 'City tax $1.11'],
    [taxes, { Tax: 'City tax', 'Tax (2)': '1.11' }],
    ['means tax', figure('NAMED_TAX')],
  ),
  row(
    'check.closed taxes.collectedBy',
    ['check full', /Tax by marketplaces\s*\$0\.66 · App tax \$0\.66/],
    [daily, { 'Tax by marketplaces': '0.66' }],
    ['means sales', figure('MARKETPLACE_TAX')],
  ),
  row(
    'check.closed taxes.collectedBy us',
    ['report tax', 'Owed by you'],
    [taxes, { 'Collected by': 'us', Tax: 'City tax' }],
    ['means tax', dimension('Tax', 'collectedBy')],
  ),
  row(
    'check.closed payments.paymentID',
    ['check full', 'Payment ID 8836'],
    [listed, { Check: 'full', 'Payment IDs': '8836' }],
    ['/stripe-transactions?payment=square-8836', moneyTab.processorHint],
  ),
  row(
    'check.closed payments.processor',
    ['check full', 'Visa · Square · tip $5.00'],
    [listed, { Check: 'full', Processors: 'Square' }],
    ['/stripe-transactions?payment=square-8836', moneyTab.processorHint],
  ),
  row(
    'check.closed payments.fee',
    ['check full', 'Fee $1.20'],
    [listed, { Check: 'full', 'Processor fees': '1.20' }],
    ['/stripe-transactions?payment=square-8836', moneyTab.processorHint],
  ),
  row(
    'check.closed payments.giftCard',
    ['row giftCard Gift card', /Gift cards redeemed\s*\$10\.00/],
    [giftCards, { Activity: 'redeemed', 'Gift card': 'Gift card', 'Gift cards redeemed': '10.00' }],
    ['means giftCard', figure('GROSS_REDEEMED')],
  ),
  row(
    'check.closed payments.deposit',
    ['row giftCard Holiday deposit', /Gift cards redeemed\s*\$5\.00/],
    [giftCards, { 'Gift card': 'Holiday deposit', 'Gift cards redeemed': '5.00' }],
    ['means giftCard', figure('GROSS_REDEEMED')],
  ),
  row(
    'check.closed reason',
    ['check void', /Reason\s*Guest left/],
    [voids, { Item: 'Steak', Reason: 'Guest left', Voids: '12.34' }],
    ['means void', dimension('Void', 'reason')],
  ),
  row(
    'check.closed approvedBy',
    ['check void', /Approved by\s*Max/],
    [voids, { Item: 'Steak', 'Approved by': 'Max' }],
    ['means void', dimension('Void', 'approvedBy')],
  ),
  row(
    'check.opened',
    ['/home/open-checks', /#open.*\$33\.10/s],
    [daily, { 'Open checks': '1', 'On open checks': '33.10' }],
    ['info sales Open checks', figure('OPEN_CHECKS')],
  ),
  removed(
    'check.removed posCheckID',
    ['/home/sales-history', '$77.77', '#full'],
    [listed, { Check: 'gone' }],
    ['check gone', checks.missing],
  ),
];
