export { Card } from './Card';
export { ChangeBadge } from './ChangeBadge';
export { ListRow } from './ListRow';
export { PAGE_SIZE, PagedRows, type PageSource } from './rows/PagedRows';
export { VirtualList } from './rows/VirtualList';
export { SectionHeading, VirtualRows } from './rows/VirtualRows';
export { SecondLine } from './SecondLine';
export { ShareBar } from './ShareBar';
export { ShareList, type ShareRow } from './ShareList';
