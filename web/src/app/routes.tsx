import type { RouteObject } from 'react-router';
import { Redirect } from '@/components/navigation/Redirect';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { Component as LoginPage } from '@/features/auth/LoginPage';
import { AppStart } from './AppStart';
import { GuestOnly, Linked, NotLinked, SignedIn, WelcomeUnlessHidden } from './guards/guards';
import { RootLayout } from './layout/RootLayout';
import { RootError, RouteError } from './layout/RouteError';

/** A page of a later release. */
const soon = { lazy: () => import('./layout/SoonPage') };

/** The pages of a channel: the landing page, the three forms, and one campaign. */
function marketing(channel: 'email' | 'text'): RouteObject[] {
  const form = () => import('@/features/marketing/CampaignFormPage');
  return [
    { index: true, lazy: () => import('@/features/marketing/LandingPage') },
    { path: `basic-${channel}-marketing`, lazy: form },
    { path: `promotion-${channel}-marketing`, lazy: form },
    { path: `promo-code-${channel}-marketing`, lazy: form },
    {
      path: 'campaigns/:campaignID',
      lazy: () => import('@/features/marketing/CampaignPage'),
    },
  ];
}

/** Pages with the tab bar. */
const inShell: RouteObject[] = [
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
          {
            path: 'open-checks',
            lazy: () => import('@/features/sales-history/OpenChecksPage'),
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
      { path: 'find', lazy: () => import('@/features/find/FindPage') },
      {
        path: 'email-marketing',
        children: marketing('email'),
      },
      {
        path: 'text-marketing',
        children: marketing('text'),
      },
    ],
  },
  { path: 'more', lazy: () => import('@/features/more/MorePage') },
  // Tiles whose feature does not exist open the placeholder too.
  { path: 'more/:feature', ...soon },
  {
    path: 'profile',
    children: [
      { index: true, lazy: () => import('@/features/profile/ProfilePage') },
      { path: 'edit', lazy: () => import('@/features/profile/EditProfilePage') },
      { path: 'password', lazy: () => import('@/features/profile/ChangePasswordPage') },
      { path: 'sessions', lazy: () => import('@/features/profile/SessionsPage') },
      { path: 'devices', lazy: () => import('@/features/profile/DevicesPage') },
    ],
  },
  {
    path: 'notifications',
    lazy: () => import('@/features/notifications/NotificationsPage'),
  },
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
      {
        path: 'notification-rules',
        lazy: () => import('@/features/admin-configuration/NotificationRulesPage'),
      },
      {
        path: 'business-day',
        lazy: () => import('@/features/admin-configuration/BusinessDayPage'),
      },
      { path: 'wages', lazy: () => import('@/features/admin-configuration/WagesPage') },
      {
        path: 'connect',
        children: [
          { index: true, lazy: () => import('@/features/connect/ConnectPage') },
          { path: 'upload', lazy: () => import('@/features/connect/UploadPage') },
          {
            path: 'pos/:pos?',
            lazy: () => import('@/features/connect/connections/begin/BeginPage'),
          },
        ],
      },
      {
        path: 'connections/:connectionID?/*',
        lazy: () => import('@/features/connect/connections/AnyPage'),
      },
      { path: 'ingest-keys', lazy: () => import('@/features/connect/keys/KeysPage') },
      {
        path: 'imports',
        children: [
          { index: true, lazy: () => import('@/features/connect/ImportsPage') },
          { path: ':importID', lazy: () => import('@/features/connect/ImportPage') },
          {
            path: ':importID/tables/:table',
            lazy: () => import('@/features/connect/MappingPage'),
          },
        ],
      },
    ],
  },
  { path: 'royalty-program', lazy: () => import('@/features/royalty/RoyaltyPage') },
  { path: 'promotions', lazy: () => import('@/features/menu/PromotionsPage') },
];

/** Pages with their guards. Each lazy module exports `Component`. */
const guarded: RouteObject[] = [
  {
    element: <GuestOnly />,
    children: [
      { path: 'auth', element: <Redirect to="/auth/login" /> },
      // Most first visits begin here: its code is part of the first files.
      { path: 'auth/login', element: <LoginPage /> },
      { path: 'auth/register', lazy: () => import('@/features/auth/RegisterPage') },
      { path: 'auth/forgot', lazy: () => import('@/features/auth/ForgotPage') },
    ],
  },
  // Mailed links work with or without a session.
  { path: 'auth/confirm', lazy: () => import('@/features/auth/ConfirmPage') },
  { path: 'auth/reset', lazy: () => import('@/features/auth/ResetPage') },
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
        lazy: () => import('./layout/shell/Shell'),
        // The tab bar stays where a page fails.
        children: [{ errorElement: <RouteError />, children: inShell }],
      },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RootError />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [...guarded, { path: '*', element: <Redirect to="/" /> }],
  },
];
