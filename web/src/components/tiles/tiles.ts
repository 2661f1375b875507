import {
  type Icon,
  IconBuildingBank,
  IconBusinessplan,
  IconChartBar,
  IconCreditCard,
  IconGift,
  IconInbox,
  IconLogout,
  IconMail,
  IconMessage,
  IconReceipt,
  IconReceipt2,
  IconSettings,
  IconSpeakerphone,
  IconTrendingUp,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { messages } from '@/lib/messages';

export interface Tile {
  icon: Icon;
  label: string;
  /** The page it opens; the tile without one signs out. */
  to?: string;
  /** Shows how much of the inbox is unread. */
  counts?: boolean;
}

const labels = messages.tiles;

/** The menu tiles in their order. The last three open 'coming soon'. */
export const tiles: readonly Tile[] = [
  { icon: IconChartBar, label: labels.dailySales, to: '/home/daily-sales' },
  { icon: IconCreditCard, label: labels.stripeTransactions, to: '/stripe-transactions' },
  { icon: IconBuildingBank, label: labels.stripePayouts, to: '/stripe-payouts' },
  { icon: IconInbox, label: labels.notifications, to: '/notifications', counts: true },
  { icon: IconUsers, label: labels.customers, to: '/customers' },
  { icon: IconMessage, label: labels.textMarketing, to: '/text-marketing' },
  { icon: IconMail, label: labels.emailMarketing, to: '/email-marketing' },
  { icon: IconSpeakerphone, label: labels.promotions, to: '/promotions' },
  { icon: IconGift, label: labels.royaltyProgram, to: '/royalty-program' },
  { icon: IconSettings, label: labels.adminConfig, to: '/admin-configuration' },
  { icon: IconReceipt, label: labels.salesHistory, to: '/home/sales-history' },
  { icon: IconUser, label: labels.profile, to: '/profile' },
  { icon: IconLogout, label: labels.logout },
  { icon: IconReceipt2, label: labels.expenses, to: '/more/expenses' },
  { icon: IconBusinessplan, label: labels.payroll, to: '/more/payroll' },
  { icon: IconTrendingUp, label: labels.profitLoss, to: '/more/profit-loss' },
];
