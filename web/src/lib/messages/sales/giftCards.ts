import { ours } from '../ours';

/** What guests hold on gift cards. */
export const giftCards = {
  outstanding: ours('Outstanding'),
  byLocation: ours('Outstanding by location'),
  definition: ours(
    'What guests can still spend on gift cards and deposits: sold less redeemed, up to the last of the chosen dates. It counts from the first sale that your POS sent. Cards sold before it are not in it, but what is redeemed from them lowers it, even below zero.',
  ),
  atEndOf: (day: string) => ours(`end of ${day}`),
  parts: (day: string, sold: string, redeemed: string) =>
    ours(`Since ${day}: ${sold} sold, ${redeemed} redeemed`),
  since: (day: string) => ours(`since ${day}`),
  noneSold: ours('No gift cards sold yet'),
  noneSoldNext: ours(
    'No gift cards sold yet. The first one that your POS sends shows up here automatically.',
  ),
  failed: ours("We couldn't load what guests hold on gift cards. Please try again."),
} as const;
