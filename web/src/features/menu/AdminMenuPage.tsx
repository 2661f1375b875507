import { MenuScreen } from './MenuScreen';
import type { MenuPart } from './useMenuAddress';

const parts: readonly MenuPart[] = ['items', 'purchase', 'changes'];

/** /admin-configuration/menu: the menu within the settings, with its history of changes. */
export function Component() {
  return <MenuScreen parts={parts} back="/admin-configuration" />;
}
