import type { ManifestOptions } from 'vite-plugin-pwa';
import { brandFill, light } from './src/theme/tokens.ts';

type Icon = NonNullable<ManifestOptions['icons']>[number];
type Screenshot = NonNullable<ManifestOptions['screenshots']>[number];

function icon(name: string, size: number, purpose?: Icon['purpose']): Icon {
  const sizes = `${size}x${size}`;
  return { src: `/icons/${name}.png`, sizes, type: 'image/png', ...(purpose && { purpose }) };
}

function shortcut(name: string, description: string, url: string, picture: string) {
  return { name, description, url, icons: [icon(`shortcut-${picture}`, 96)] };
}

function screenshot(file: string, label: string, sizes: string): Screenshot {
  const form_factor = sizes.startsWith('360') ? 'narrow' : 'wide';
  return { src: `/screenshots/${file}.webp`, sizes, type: 'image/webp', form_factor, label };
}

/** The installed app's manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Saffron',
  short_name: 'Saffron',
  description: "Your restaurant's day, live: sales, labor, cost and profit.",
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  categories: ['business', 'finance', 'food'],
  // The platforms take one colour each: the page names the dark one itself (index.html).
  theme_color: brandFill,
  background_color: light.background,
  icons: [
    icon('icon-192', 192),
    icon('icon-512', 512),
    icon('maskable-192', 192, 'maskable'),
    icon('maskable-512', 512, 'maskable'),
  ],
  shortcuts: [
    shortcut("Today's sales", 'Sales so far today', '/home/daily-sales', 'sales'),
    shortcut('Sales history', 'The checks of the day', '/home/sales-history', 'history'),
    shortcut('Menu', 'Items, prices, stock', '/home/menu', 'menu'),
    shortcut('Notifications', 'Alerts and messages', '/notifications', 'notifications'),
  ],
  screenshots: [
    screenshot('home', 'The day at a glance', '360x740'),
    screenshot('daily-sales', 'Sales of a week, by day and location', '360x740'),
    screenshot('menu', 'The menu, with sold-out items', '360x740'),
    screenshot('home-wide', 'The day at a glance, on a desktop', '1280x800'),
    screenshot('sales-history-wide', 'Every check, with its details', '1280x800'),
  ],
};
