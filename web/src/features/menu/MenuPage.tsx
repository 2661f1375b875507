import { MenuScreen } from './MenuScreen';
import type { MenuPart } from './useMenuAddress';

const parts: readonly MenuPart[] = ['items', 'purchase', 'promotions'];

/** /home/menu: the items of one location, those to purchase, and promotions. */
export function Component() {
  return <MenuScreen parts={parts} back={null} />;
}
