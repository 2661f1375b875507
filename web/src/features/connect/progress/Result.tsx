import { Button } from '@mantine/core';
import { IconChartBar, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { dateOf, formatAxisDay, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { dailySalesPath } from '@/lib/paths';
import page from '../Connect.module.css';
import { broughtIn, broughtParts, isAny, takenBack } from '../lists/listWords';
import classes from './Result.module.css';

const words = messages.importWork;

/** What came in, and the way to the reports of exactly these days. */
export function Result({ import: of }: { import: Import }) {
  const { posID, sentChecks, refusedChecks, summary, undoUntil, sentGuests } = of;
  const parts = broughtIn(of);
  const lists = { ...parts, checks: 0 };
  const first = summary?.firstDate ?? null;
  const last = summary?.lastDate ?? null;
  const brought = sentChecks > 0 && first !== null && last !== null;
  return (
    <Card label={messages.imports.states.done}>
      <p className={classes.done} role="status">
        <IconCircleCheck size={28} stroke={1.75} aria-hidden className={classes.icon} />
        {brought
          ? words.done(formatCount(sentChecks), shortOf(first, last), formatDay(last))
          : isAny(parts)
            ? messages.importLists.done(broughtParts(parts))
            : words.doneNothing}
      </p>
      {brought && isAny(lists) && (
        <p className={page.text}>{messages.importLists.done(broughtParts(lists))}</p>
      )}
      {refusedChecks > 0 && (
        <p className={page.caution}>{words.refused(formatCount(refusedChecks))}</p>
      )}
      {brought && (
        <Button
          component={Link}
          to={dailySalesPath({ posID, from: first, to: last })}
          fullWidth
          mt="sm"
          leftSection={<IconChartBar size={18} aria-hidden />}
        >
          {first === last ? words.openReport : words.openReports}
        </Button>
      )}
      <TakenOut import={of} />
      <ListLinks import={of} />
      <p className={`${page.hint} ${classes.until}`}>
        {isAny(takenBack(parts)) &&
          (undoUntil === null
            ? words.undoOver
            : words.undoUntil(formatDay(dateOf(undoUntil))))}{' '}
        {sentGuests > 0 && messages.importLists.undoLeft(formatCount(sentGuests))}
      </p>
    </Card>
  );
}

/** What a person took out of the import, as another source has these days. */
function TakenOut({ import: { takenOutDays } }: { import: Import }) {
  if (takenOutDays.length === 0) return null;
  const checks = takenOutDays.reduce((sum, day) => sum + day.checks, 0);
  const cents = takenOutDays.reduce((sum, day) => sum + Math.round(day.netSales * 100), 0);
  const days = formatCount(takenOutDays.length);
  return (
    <p className={page.text}>
      {messages.importOverlaps.taken(days, formatCount(checks), formatMoney(cents / 100))}
    </p>
  );
}

/** The ways to what came in beside sales. */
function ListLinks({ import: of }: { import: Import }) {
  const { posID, summary, sentShifts, sentItems, sentGuests } = of;
  const { openLabor, openMenu, openGuests } = messages.importLists;
  const { firstDate, lastDate } = summary?.shifts ?? {};
  const labor = dailySalesPath({ tab: 'labor', posID, from: firstDate, to: lastDate });
  const links = [
    { to: labor, label: openLabor, shown: sentShifts > 0 },
    { to: '/home/menu', label: openMenu, shown: sentItems > 0 },
    { to: '/customers', label: openGuests, shown: sentGuests > 0 },
  ].filter(({ shown }) => shown);
  if (links.length === 0) return null;
  return (
    <div className={page.buttons}>
      {links.map(({ to, label }) => (
        <Button key={to} component={Link} to={to} variant="default">
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The first day, without the year if the last one names it. */
function shortOf(first: string, last: string): string {
  const named = first !== last && first.slice(0, 4) === last.slice(0, 4);
  return named ? formatAxisDay(first) : formatDay(first);
}
