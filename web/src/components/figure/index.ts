export { FigureInfo } from './FigureInfo';
