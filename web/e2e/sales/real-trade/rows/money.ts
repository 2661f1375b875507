import { moneyTab, paymentSheet } from '../../../../src/lib/messages/sales/money';
import { today, yesterday } from '../facts';
import { type Row, row } from './row';

const payments = 'payments';
const paid = '/stripe-transactions?payment=square-8836';
const part = '/stripe-transactions?payment=square-8837';
const refused = '/stripe-transactions?payment=square-8839';
const arrived = '/stripe-payouts?payout=square-77';
const returned = '/stripe-payouts?payout=square-78';
const ofSquare = [paid, moneyTab.processorHint] as const;
const toBank = [arrived, moneyTab.processorHint] as const;
const contested = [paid, paymentSheet.disputeHint] as const;

/** Fields of payments, payouts and disputes of another processor. */
export const ofMoney: readonly Row[] = [
  row(
    'payment.recorded created',
    [paid, /Time\s*.*12:51 PM/],
    [payments, { 'Payment ID': 'square-8836', Created: `${yesterday} 12:51:00` }],
    ofSquare,
  ),
  row(
    'payment.recorded paymentID',
    [paid, /Payment ID\s*square-8836/],
    [payments, { 'Payment ID': 'square-8836' }],
    ofSquare,
  ),
  row(
    'payment.recorded processor',
    [paid, /Processor\s*Square/],
    [payments, { 'Payment ID': 'square-8836', Processor: 'Square' }],
    ofSquare,
  ),
  row(
    'payment.recorded status',
    [paid, 'Succeeded'],
    [payments, { 'Payment ID': 'square-8836', Status: 'Succeeded' }],
    ofSquare,
  ),
  row(
    'payment.recorded amount',
    [paid, /Charged\s*\$15\.92/],
    [payments, { 'Payment ID': 'square-8836', Amount: '15.92' }],
    ofSquare,
  ),
  row(
    'payment.recorded amountCaptured',
    [part, /Charged\s*\$18\.30/],
    [payments, { 'Payment ID': 'square-8837', Amount: '20.00' }],
    [part, moneyTab.processorHint],
  ),
  row(
    'payment.recorded currency',
    [paid, '$15.92'],
    [payments, { 'Payment ID': 'square-8836', Currency: 'usd' }],
    ofSquare,
  ),
  row(
    'payment.recorded fee',
    [paid, /Fee\s*-\$1\.20/],
    [payments, { 'Payment ID': 'square-8836', Fee: '1.20' }],
    ofSquare,
  ),
  row(
    'payment.recorded reason',
    [refused, 'The card was expired.'],
    [payments, { 'Payment ID': 'square-8839', Status: 'Failed' }],
    [refused, 'The card was expired.'],
  ),
  row(
    'payment.recorded card.last4',
    [paid, 'Visa ending in 4242'],
    [payments, { 'Payment ID': 'square-8836', Card: '4242' }],
    ofSquare,
  ),
  row(
    'payment.recorded card.brand',
    [paid, 'Visa ending in 4242'],
    [payments, { 'Payment ID': 'square-8836', Card: '4242' }],
    ofSquare,
  ),
  row(
    'payment.recorded refunds.created',
    [part, '12:44 PM · Requested by the guest'],
    [payments, { 'Payment ID': 'square-8837', Status: 'Partial Refund' }],
    [part, '$5.10 refund was initiated.'],
  ),
  row(
    'payment.recorded refunds.status',
    [part, 'Refunded'],
    [payments, { 'Payment ID': 'square-8837', Status: 'Partial Refund' }],
    [part, '$5.10 refund was initiated.'],
  ),
  row(
    'payment.recorded refunds.reason',
    [part, 'Requested by the guest'],
    [payments, { 'Payment ID': 'square-8837', Status: 'Partial Refund' }],
    [part, '$5.10 refund was initiated.'],
  ),
  row(
    'payment.recorded refunds.amount',
    [part, /Refunded\s*-\$5\.10/],
    [payments, { 'Payment ID': 'square-8837', Refunded: '5.10' }],
    [part, 'Requested by the guest'],
  ),
  row(
    'payout.recorded created',
    [arrived, /Sent\s*.*12:40 PM/],
    ['payouts', { 'Payout ID': 'square-77', Created: `${yesterday} 12:40:00` }],
    toBank,
  ),
  row(
    'payout.recorded arrivalDate',
    [arrived, /Arrived\s*\w/],
    ['payouts', { 'Payout ID': 'square-77', Arrival: today }],
    toBank,
  ),
  row(
    'payout.recorded currency',
    [arrived, '$14.22'],
    ['payouts', { 'Payout ID': 'square-77', Currency: 'usd' }],
    toBank,
  ),
  row(
    'payout.recorded payoutID',
    [arrived, /Payout ID\s*square-77/],
    ['payouts', { 'Payout ID': 'square-77' }],
    toBank,
  ),
  row(
    'payout.recorded processor',
    [arrived, /Processor\s*Square/],
    ['payouts', { 'Payout ID': 'square-77', Processor: 'Square' }],
    toBank,
  ),
  row(
    'payout.recorded status',
    [arrived, 'This payout was paid.'],
    ['payouts', { 'Payout ID': 'square-77', Status: 'Paid' }],
    toBank,
  ),
  row(
    'payout.recorded amount',
    [arrived, '$14.22'],
    ['payouts', { 'Payout ID': 'square-77', Amount: '14.22' }],
    toBank,
  ),
  row(
    'payout.recorded reason',
    [returned, 'The bank account has been closed.'],
    ['payouts', { 'Payout ID': 'square-78', Status: 'Failed' }],
    [returned, 'The bank account has been closed.'],
  ),
  row(
    'payout.recorded entries.kind',
    [arrived, 'Square capital payment'],
    ['payout square-77', { Amount: '-0.50' }],
    toBank,
  ),
  row(
    'payout.recorded entries.amount',
    [arrived, 'Gross $15.92'],
    ['payout square-77', { Amount: '15.92' }],
    toBank,
  ),
  row(
    'payout.recorded entries.fee',
    [arrived, 'Fee $1.20'],
    ['payout square-77', { Amount: '15.92', Fee: '1.20' }],
    toBank,
  ),
  row(
    'payout.recorded entries.created',
    [arrived, '12:42 PM'],
    ['payout square-77', { Created: `${yesterday} 12:42:00` }],
    toBank,
  ),
  row(
    'payout.recorded entries.paymentID',
    [arrived, 'Gross $15.92'],
    ['payout square-77', { Source: 'square-8836' }],
    toBank,
  ),
  row(
    'dispute.recorded amount',
    [paid, /Needs response.*\$15\.92/s],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded status',
    [paid, 'Needs response'],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded reason',
    [paid, 'Reported as fraud'],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded fee',
    [paid, /Dispute fee\s*-\$15\.00/],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded processor',
    [paid, 'Respond in Square by'],
    [payments, { Processor: 'Square', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded paymentID',
    [paid, /Dispute\b/],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded created',
    [paid, /Reported as fraud.*12:30 PM/s],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded currency',
    [paid, /Needs response.*\$15\.92/s],
    [payments, { 'Payment ID': 'square-8836', Currency: 'usd', Disputed: 'yes' }],
    contested,
  ),
  row(
    'dispute.recorded due',
    [paid, 'Respond in Square by'],
    [payments, { 'Payment ID': 'square-8836', Disputed: 'yes' }],
    contested,
  ),
];
