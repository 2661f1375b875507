import {
  IconChartBar,
  IconCreditCard,
  IconDots,
  IconHome,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import type { TabItem } from '@/components/navigation/TabBar';
import { messages } from '@/lib/messages';

export interface AppTab extends TabItem {
  /** Paths that belong to this tab; the longest match wins, all other paths belong to the last tab. */
  owns: readonly string[];
}

const labels = messages.tabs;

export const tabs: readonly AppTab[] = [
  {
    path: '/home',
    icon: IconHome,
    label: labels.home,
    owns: ['/home'],
  },
  {
    path: '/home/daily-sales',
    icon: IconChartBar,
    label: labels.reports,
    owns: ['/home/daily-sales', '/home/history-report', '/home/sales-history', '/home/open-checks'],
  },
  {
    path: '/home/menu',
    icon: IconToolsKitchen2,
    label: labels.menu,
    owns: ['/home/menu'],
  },
  {
    path: '/stripe-transactions',
    icon: IconCreditCard,
    label: labels.money,
    owns: ['/stripe-transactions', '/stripe-payouts', '/payout', '/find'],
  },
  {
    path: '/more',
    icon: IconDots,
    label: labels.more,
    owns: ['/', '/home/profile', '/home/restaurant-location'],
  },
];

function length(tab: AppTab, pathname: string): number {
  const matches = tab.owns.filter(
    (path) => path === '/' || pathname === path || pathname.startsWith(`${path}/`),
  );
  return Math.max(0, ...matches.map((path) => path.length));
}

/** The tab a page belongs to. */
export function tabOf(pathname: string): AppTab | undefined {
  return tabs.reduce<AppTab | undefined>(
    (best, tab) => (length(tab, pathname) > (best ? length(best, pathname) : 0) ? tab : best),
    undefined,
  );
}
