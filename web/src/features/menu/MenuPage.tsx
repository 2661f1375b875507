import { MenuScreen } from './MenuScreen';
import type { MenuPart } from './useMenuAddress';

const parts: readonly MenuPart[] = ['items', 'purchase', 'promotions'];

/** /home/menu: the items of one location, what is to be purchased, what is on offer. */
export function Component() {
  return <MenuScreen parts={parts} back="/home" />;
}
