import { useLocation } from 'react-router';
import { Segments } from '@/components/segments/Segments';
import { messages } from '@/lib/messages';

const { segments, transactions, payouts, onlineOrders } = messages.moneyTab;

const pages = [
  { to: '/stripe-transactions', label: transactions },
  { to: '/stripe-payouts', label: payouts },
  { to: '/payout', label: onlineOrders },
];

/** Switches between the three pages of the Money tab. */
export function MoneySwitch() {
  const { pathname } = useLocation();
  return (
    <Segments
      label={segments}
      items={pages.map((page) => ({ ...page, current: page.to === pathname }))}
    />
  );
}
