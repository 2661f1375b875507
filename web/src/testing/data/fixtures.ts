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
  isSample: false,
};

export const sample: Location = {
  ...pizza,
  posID: '_sample_America__New_York',
  name: 'Sample restaurant',
  website: null,
  postalAddress: null,
  phone: null,
  isSample: true,
};

export const tacos: Location = {
  ...pizza,
  posID: 'demo-tacos',
  name: 'Taco Corner',
  website: null,
  postalAddress: null,
  phone: null,
};
