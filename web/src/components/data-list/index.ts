export { Card } from './Card';
export { ChangeBadge } from './ChangeBadge';
export { ListRow } from './ListRow';
export { PAGE_SIZE, PagedRows, type PageSource } from './PagedRows';
export { ShareBar } from './ShareBar';
export { ShareList, type ShareRow } from './ShareList';
export { VirtualList } from './VirtualList';
export { SectionHeading, VirtualRows } from './VirtualRows';
