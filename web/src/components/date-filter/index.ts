export { DateFilter } from './DateFilter';
