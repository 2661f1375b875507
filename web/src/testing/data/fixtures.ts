import type { Location } from '@/api';

export const pizza: Location = {
  posID: 'demo-pizza',
  name: 'Saffron Pizza',
  website: 'https://pizza.example',
  timeZone: 'America/New_York',
  postalAddress: '12 Main St, Springfield',
  phone: '2125550123',
  businessDate: '2026-07-18T00:00:00',
  dayStart: '04:00',
  dayStarts: [{ startDate: null, dayStart: '04:00' }],
};

export const tacos: Location = {
  ...pizza,
  posID: 'demo-tacos',
  name: 'Taco Corner',
  website: null,
  postalAddress: null,
  phone: null,
};
