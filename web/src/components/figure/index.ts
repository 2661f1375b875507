export { FigureInfo } from './FigureInfo';
export { InfoIcon } from './InfoIcon';
