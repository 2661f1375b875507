import type { Location } from 'react-router';

/** Whether an opened item is left: the address names it. */
export function leavesItem(from: Location, to: Location): boolean {
  const item = ({ search }: Location) => new URLSearchParams(search).get('item');
  return from.pathname !== to.pathname || item(from) !== item(to);
}
