import type { Location } from 'react-router';

/** Whether a navigation leaves the opened item, which the address names. */
export function leavesItem(from: Location, to: Location): boolean {
  const item = ({ search }: Location) => new URLSearchParams(search).get('item');
  return from.pathname !== to.pathname || item(from) !== item(to);
}
