import { ofChecks } from './checks';
import { ofDrawers } from './drawers';
import { ofMoney } from './money';
import { ofMenu, ofPeople } from './roster';
import type { Row } from './row';

export type { Row } from './row';

/** Every added field; a second row of one follows its name. */
export const rows: readonly Row[] = [...ofChecks, ...ofDrawers, ...ofMoney, ...ofPeople, ...ofMenu];
