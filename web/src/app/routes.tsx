import { Navigate, type RouteObject } from 'react-router';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { tiles } from '@/components/tiles/tiles';
import { messages } from '@/lib/messages';
import { AppStart } from './AppStart';
import { GuestOnly, Linked, NotLinked, SignedIn, WelcomeUnlessHidden } from './guards/guards';
import { RootLayout } from './layout/RootLayout';
import { RouteError } from './layout/RouteError';
import { Shell } from './layout/Shell';
import { SoonPage } from './layout/SoonPage';

const { tiles: titles, adminConfig } = messages;

/** A page that a later release builds. */
function soon(title: string) {
  return { element: <SoonPage title={title} /> };
}

/** Tiles whose feature does not exist open the placeholder too. */
const moreSoon: RouteObject[] = tiles.flatMap(({ to, label }) =>
  to?.startsWith('/more/') ? [{ path: to.slice(1), ...soon(label) }] : [],
);

/** Pages with their guards (docs: the table 'Guards'). Each lazy module exports `Component`. */
const guarded: RouteObject[] = [
  {
    element: <GuestOnly />,
    children: [
      { path: 'auth', element: <Navigate to="/auth/login" replace /> },
      { path: 'auth/login', lazy: () => import('@/features/auth/LoginPage') },
      { path: 'auth/register', lazy: () => import('@/features/auth/RegisterPage') },
    ],
  },
  {
    element: <SignedIn />,
    children: [
      { index: true, element: <AppStart /> },
      {
        element: <NotLinked />,
        children: [
          {
            element: <WelcomeUnlessHidden />,
            children: [{ path: 'welcome', lazy: () => import('@/features/welcome/WelcomePage') }],
          },
          {
            path: 'link-restaurant',
            lazy: () => import('@/features/link-restaurant/LinkRestaurantPage'),
          },
        ],
      },
      {
        element: <Shell />,
        children: [
          {
            element: <Linked />,
            children: [
              {
                path: 'home',
                children: [
                  { index: true, lazy: () => import('@/features/home/HomePage') },
                  { path: 'daily-sales', lazy: () => import('@/features/reports/DailySalesPage') },
                  {
                    path: 'history-report',
                    lazy: () => import('@/features/reports/HistoryReportPage'),
                  },
                  {
                    path: 'sales-history',
                    lazy: () => import('@/features/sales-history/SalesHistoryPage'),
                  },
                  { path: 'menu', lazy: () => import('@/features/menu/MenuPage') },
                  { path: 'profile', lazy: () => import('@/features/profile/ProfilePage') },
                  {
                    path: 'restaurant-location',
                    lazy: () => import('@/features/restaurant-location/RestaurantLocationPage'),
                  },
                ],
              },
              {
                path: 'stripe-transactions',
                lazy: () => import('@/features/payments/TransactionsPage'),
              },
              { path: 'stripe-payouts', lazy: () => import('@/features/payments/PayoutsPage') },
              { path: 'payout', lazy: () => import('@/features/payments/OnlinePayoutPage') },
              {
                path: 'email-marketing',
                children: [
                  { index: true, ...soon(titles.emailMarketing) },
                  { path: 'basic-email-marketing', ...soon(titles.emailMarketing) },
                  { path: 'promotion-email-marketing', ...soon(titles.emailMarketing) },
                  { path: 'promo-code-email-marketing', ...soon(titles.emailMarketing) },
                ],
              },
              {
                path: 'text-marketing',
                children: [
                  { index: true, ...soon(titles.textMarketing) },
                  { path: 'basic-text-marketing', ...soon(titles.textMarketing) },
                  { path: 'promotion-text-marketing', ...soon(titles.textMarketing) },
                  { path: 'promo-code-text-marketing', ...soon(titles.textMarketing) },
                ],
              },
            ],
          },
          { path: 'more', lazy: () => import('@/features/more/MorePage') },
          ...moreSoon,
          { path: 'profile', lazy: () => import('@/features/profile/ProfilePage') },
          { path: 'notifications', ...soon(titles.notifications) },
          { path: 'customers', lazy: () => import('@/features/customers/CustomersPage') },
          {
            path: 'admin-configuration',
            children: [
              {
                index: true,
                lazy: () => import('@/features/admin-configuration/SettingsPage'),
              },
              { path: 'menu', lazy: () => import('@/features/menu/AdminMenuPage') },
              {
                path: 'change-location',
                lazy: () => import('@/features/admin-configuration/ChangeLocationPage'),
              },
              { path: 'notification-rules', ...soon(adminConfig.notificationRules) },
            ],
          },
          { path: 'royalty-program', lazy: () => import('@/features/royalty/RoyaltyPage') },
          { path: 'promotions', lazy: () => import('@/features/menu/PromotionsPage') },
        ],
      },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [...guarded, { path: '*', element: <Navigate to="/" replace /> }],
  },
];
