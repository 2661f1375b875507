export { GuestFilterBar } from './GuestFilterBar';
export {
  everyone,
  filterFields,
  type GuestFilter,
  lastVisitOf,
  segments,
  sorts,
  visitCount,
} from './guestFilter';
export { guestPages } from './guestPages';
