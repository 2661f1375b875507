import { Navigate, type RouteObject } from 'react-router';
import { ComingSoon } from '@/components/placeholder/ComingSoon';
import { AppStart } from './AppStart';
import { GuestOnly, Linked, NotLinked, SignedIn, WelcomeUnlessHidden } from './guards/guards';
import { RootLayout } from './layout/RootLayout';
import { RouteError } from './layout/RouteError';
import { Shell } from './layout/Shell';

/** A later issue builds this page. */
const soon = { element: <ComingSoon /> };

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
                  { path: 'menu', ...soon },
                  { path: 'profile', lazy: () => import('@/features/profile/ProfilePage') },
                  {
                    path: 'restaurant-location',
                    lazy: () => import('@/features/restaurant-location/RestaurantLocationPage'),
                  },
                ],
              },
              { path: 'stripe-transactions', ...soon },
              { path: 'stripe-payouts', ...soon },
              { path: 'payout', ...soon },
              {
                path: 'email-marketing',
                children: [
                  { index: true, ...soon },
                  { path: 'basic-email-marketing', ...soon },
                  { path: 'promotion-email-marketing', ...soon },
                  { path: 'promo-code-email-marketing', ...soon },
                ],
              },
              {
                path: 'text-marketing',
                children: [
                  { index: true, ...soon },
                  { path: 'basic-text-marketing', ...soon },
                  { path: 'promotion-text-marketing', ...soon },
                  { path: 'promo-code-text-marketing', ...soon },
                ],
              },
            ],
          },
          { path: 'more', lazy: () => import('@/features/more/MorePage') },
          { path: 'more/:feature', ...soon },
          { path: 'profile', lazy: () => import('@/features/profile/ProfilePage') },
          { path: 'notifications', ...soon },
          { path: 'customers', ...soon },
          {
            path: 'admin-configuration',
            children: [
              { index: true, ...soon },
              { path: 'menu', ...soon },
              { path: 'change-location', ...soon },
            ],
          },
          { path: 'royalty-program', ...soon },
          { path: 'promotions', ...soon },
        ],
      },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    children: [...guarded, { path: '*', element: <Navigate to="/" replace /> }],
  },
];
