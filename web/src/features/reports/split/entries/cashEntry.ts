import { type CashRow, useGetCashReportQuery } from '@/api';
import { messages } from '@/lib/messages';
import { rankingSlide } from '../../chart/slides';
import { type MemberInfo, UNASSIGNED } from '../../rows/members';
import type { SplitReport } from '../splitReport';
import { entry, memberNamed } from './entry';

const figure = 'CASH_OVER_SHORT';
const own = entry('Cash', 'employeeName');
const { drawer } = messages.reportWords;

/** Drawers of different locations differ, also under one id; rows without a drawer come last. */
function drawerOf({ posID, posDrawerID }: CashRow, several: boolean): MemberInfo {
  return posDrawerID === null
    ? { ...memberNamed(UNASSIGNED), order: 1 }
    : {
        key: JSON.stringify([posID, posDrawerID]),
        name: /^\d/.test(posDrawerID) ? `${drawer} ${posDrawerID}` : posDrawerID,
        ...(several && { posID }),
      };
}

/** Counted drawers by the employees who closed them: by how much they are over or short. */
export const cash: SplitReport<CashRow> = {
  ...own,
  main: figure,
  headline: ['CASH_COUNTED', 'CASH_EXPECTED', 'CASH_COUNTS'],
  useRows: useGetCashReportQuery,
  memberOf: (row) => memberNamed(row.employeeName, row.employeeID),
  line: ['CASH_EXPECTED', 'CASH_COUNTED'],
  groups: [{ names: drawer, memberOf: drawerOf }],
  charts: ({ members, groups, locations }) => {
    const people = rankingSlide(figure, members, own.names);
    // Drawers of several locations may have the same names.
    if (locations.length > 1) {
      return [people, rankingSlide(figure, locations, messages.chartWords.location)];
    }
    return groups.length > 1 ? [people, rankingSlide(figure, groups, drawer)] : [people];
  },
  search: true,
};
