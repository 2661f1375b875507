import { Anchor, Button } from '@mantine/core';
import { IconGift, IconStar } from '@tabler/icons-react';
import type { Customer, CustomerDetail } from '@/api';
import { type Attribute, AttributeList } from '@/components/list/AttributeList';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { formatPhone } from '@/lib/phone/phone';
import { formatPointCount, formatWorth } from '@/lib/points';
import { standingText } from '../consents/consentWords';
import { useStandings } from '../consents/useStandings';
import { channelsOf, phoneHref } from '../guests';
import { PointsHistory } from '../points/PointsHistory';
import { GuestRewards } from '../rewards/GuestRewards';
import classes from './GuestContents.module.css';
import { GuestMenu } from './GuestMenu';
import type { Task } from './GuestTask';

const words = messages.guest;

interface GuestContentsProps {
  detail: CustomerDetail;
  onTask: (task: Task) => void;
}

/** Details of a guest, and actions for them. */
export function GuestContents({ detail, onTask }: GuestContentsProps) {
  // An answer that the device kept may be of an earlier version, without merged records.
  const { customer, rewardList, mergedRecords = 0 } = detail;
  return (
    <>
      <div className={classes.top}>
        <Balance points={customer.points} />
        {!customer.erased && <GuestMenu customer={customer} onErase={() => onTask('erase')} />}
      </div>
      <Owed points={customer.pointsOwed} />
      {customer.erased ? (
        <p className={classes.hint}>{words.erasedHint}</p>
      ) : (
        <div className={classes.actions}>
          <Button leftSection={<IconGift size={18} aria-hidden />} onClick={() => onTask('item')}>
            {words.sendItem}
          </Button>
          <Button
            variant="default"
            leftSection={<IconStar size={18} aria-hidden />}
            onClick={() => onTask('points')}
          >
            {words.sendPoints}
          </Button>
        </div>
      )}
      <Figures customer={customer} />
      {mergedRecords > 0 && <p className={classes.hint}>{words.merged(mergedRecords)}</p>}
      {!customer.erased && <Contacts customer={customer} onTask={onTask} />}
      <GuestRewards posID={customer.posID} rewards={rewardList} />
      <PointsHistory guest={customer} />
    </>
  );
}

/** Points of a guest, and their value. */
function Balance({ points }: { points: number }) {
  return (
    <div className={classes.balance}>
      <p className={classes.points}>{formatPointCount(points)}</p>
      <p className={classes.worth}>{formatWorth(points)}</p>
    </div>
  );
}

/** Why the next earned points do not change the balance. */
function Owed({ points }: { points: number }) {
  return points > 0 ? (
    <p className={classes.owed}>{words.owed(formatPointCount(points), formatWorth(points))}</p>
  ) : null;
}

function Figures({ customer: { visits, lastVisit, spend } }: { customer: Customer }) {
  const figures = [
    [words.visits, formatCount(visits)],
    [words.lastVisit, lastVisit === null ? words.never : formatDay(dateOf(lastVisit))],
    [words.spend, formatMoney(spend)],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A guest's contacts, and whether they may get offers there. */
function Contacts({ customer, onTask }: { customer: Customer; onTask: (task: Task) => void }) {
  const standings = useStandings(customer);
  return (
    <>
      <AttributeList attributes={contactsOf(customer, standings)} plain />
      <div className={classes.consents}>
        {channelsOf(customer).length > 0 && (
          <Button variant="default" onClick={() => onTask('preferences')}>
            {messages.consents.update}
          </Button>
        )}
        <Button variant="default" onClick={() => onTask('consents')}>
          {messages.consents.history}
        </Button>
      </div>
    </>
  );
}

function contactsOf(
  { email, cellPhoneNumber }: Customer,
  standings: ReturnType<typeof useStandings>,
): Attribute[] {
  return [
    {
      label: words.email,
      value: email === null ? words.noContact : <Anchor href={`mailto:${email}`}>{email}</Anchor>,
      ...(email !== null && { hint: standingText(standings.email) }),
    },
    {
      label: words.phone,
      value:
        cellPhoneNumber === null ? (
          words.noContact
        ) : (
          <Anchor href={phoneHref(cellPhoneNumber)}>{formatPhone(cellPhoneNumber)}</Anchor>
        ),
      ...(cellPhoneNumber !== null && { hint: standingText(standings.text) }),
    },
  ];
}
