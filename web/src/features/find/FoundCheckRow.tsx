import type { CheckSummary } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import {
  checkDetail,
  checkKey,
  closedAt,
  paidFor,
  salesOf,
  stateOf,
} from '@/components/checks/checkWords';
import { Entry } from '@/components/details/Entry';
import { dateOf, formatDay } from '@/lib/dates';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { salesHistoryPath } from '@/lib/paths';
import { useFoundAt } from './useFoundAt';

const words = messages.checks;

/** A check with its day and location; opens it in the list of its day. */
export function FoundCheckRow({ check }: { check: CheckSummary }) {
  const { name } = useFoundAt(check.posID);
  const day = dateOf(check.businessDate);
  const state = stateOf(check);
  return (
    <Entry
      title={
        <>
          <span>#{checkNumber(check.posCheckID)}</span>
          {state && <StatusBadge kind="info" label={words[state]} />}
        </>
      }
      detail={`${formatDay(day)}, ${closedAt(check)} · ${checkDetail(check)}`}
      further={[name, salesOf(check)].filter(Boolean).join(' · ')}
      value={formatMoney(paidFor(check))}
      to={salesHistoryPath({ posID: check.posID, from: day, to: day, check: checkKey(check) })}
    />
  );
}
