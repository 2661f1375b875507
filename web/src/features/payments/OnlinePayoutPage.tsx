import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import { MoneyPage } from './MoneyPage';
import { RunningWeek } from './online/RunningWeek';
import { WeekHistory } from './online/WeekHistory';

/** /payout: payouts of one location's online orders, this week and before. */
export function Component() {
  const signedIn = useSignedIn();
  return (
    <MoneyPage title={messages.moneyTab.onlineOrders}>
      {({ posID }) =>
        signedIn && (
          <div key={posID}>
            <RunningWeek posID={posID} />
            <WeekHistory posID={posID} />
          </div>
        )
      }
    </MoneyPage>
  );
}
