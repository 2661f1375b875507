export { EstimateBar } from './EstimateBar';
export { ItemPicker } from './ItemPicker';
