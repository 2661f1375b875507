import { ours } from '../ours';

export const tabs = {
  label: ours('Main'),
  home: ours('Home'),
  reports: ours('Reports'),
  menu: ours('Menu'),
  money: ours('Money'),
  more: ours('More'),
} as const;

/** The menu tiles of the specification and the pages behind them. */
export const tiles = {
  dailySales: ours('Daily Sales'),
  stripeTransactions: ours('Stripe Transactions'),
  stripePayouts: ours('Stripe Payouts'),
  notifications: ours('Notifications'),
  customers: ours('Customers'),
  textMarketing: ours('Text Marketing'),
  emailMarketing: ours('Email Marketing'),
  promotions: ours('Promotions'),
  royaltyProgram: ours('Royalty Program'),
  adminConfig: ours('Admin Config'),
  salesHistory: ours('Sales History'),
  profile: ours('Profile'),
  logout: ours('Logout'),
  expenses: ours('Expenses'),
  payroll: ours('Payroll'),
  profitLoss: ours('Profit & Loss'),
} as const;

export const pages = {
  historyReport: ours('History Report'),
  menu: ours('Menu'),
  changeLocation: ours('Change Location'),
  settings: ours('Settings'),
  restaurantLocation: ours('Restaurant Locations'),
  restaurantLocationHint: ours('Link, unlink, give access to a manager'),
  profileHint: ours('Your name, password, devices and support code'),
  notificationsHint: ours('What happened at your locations'),
  adminConfigHint: ours(
    'Menu, default location, reward percent, notifications, business day, wages',
  ),
  more: ours('More'),
} as const;

export const profile = {
  name: ours('Name'),
  email: ours('Email'),
  supportCode: ours('Support code'),
  supportCodeHint: ours('Support uses this code to find your account.'),
} as const;

export const live = {
  live: ours('Live'),
  offline: ours('Not live'),
  updated: ours('Updated'),
} as const;
