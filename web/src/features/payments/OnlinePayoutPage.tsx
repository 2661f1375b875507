import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { MoneyPage } from './MoneyPage';
import { RunningWeek } from './online/RunningWeek';
import { WeekHistory } from './online/WeekHistory';

/** /payout: what online orders of one location bring, this week and before. */
export function Component() {
  const sessionID = useSessionID();
  return (
    <MoneyPage title={messages.moneyTab.onlineTitle}>
      {({ posID }) =>
        sessionID !== '' && (
          <div key={posID}>
            <RunningWeek posID={posID} />
            <WeekHistory posID={posID} />
          </div>
        )
      }
    </MoneyPage>
  );
}
