import { Skeleton, Title } from '@mantine/core';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import { Card, ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { formatShortTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney, formatWholeMoney } from '@/lib/money';
import { type Change, changeOf, type Summary } from '@/lib/numbers';
import classes from '../Home.module.css';
import type { BeforeOpening, DayCurve } from '../today/today';
import { DayLine } from './DayLine';
import { LiveStatus, StatusLine } from './LiveStatus';
import { useRollingNumber } from './useRollingNumber';

/** As high as the line that it stands for. */
const chartHeight = 'clamp(5.5rem, 11vw, 9rem)';

interface GlanceProps {
  summary: Summary;
  /** Before the first sale of the day; `null` after it. */
  opening: BeforeOpening | null;
  /** Null until both weeks' hours are known. */
  curve: DayCurve | null;
  answeredAt: number | null;
  /** Target of a tap on the sales. */
  path: string;
}

/** Today's sales, large; against the same weekday at this hour; and the curve of the day. */
export const Glance = memo(function Glance({
  summary,
  opening,
  curve,
  answeredAt,
  path,
}: GlanceProps) {
  const { amounts, lastWeek } = summary;
  const sold = amounts.GROSS_SALES ?? 0;
  const sales = useRollingNumber(sold);
  const change = useMemo(() => changeOf('GROSS_SALES', lastWeek), [lastWeek]);
  const words = messages.home;
  const drawn = curve === null || curve.moments.length > 0;
  return (
    <Card labelledBy="todays-sales" compact>
      <div className={classes.glance}>
        <div className={classes.glanceHead}>
          <Title order={2} id="todays-sales" className={classes.label}>
            <Link to={path} className={classes.figureLink}>
              {words.todaysSales}
            </Link>
          </Title>
          <FigureInfo id="GROSS_SALES" />
          <LiveStatus answeredAt={answeredAt} />
        </div>
        <div className={classes.headline} data-testid="todays-sales">
          {opening?.opensAt ? (
            <span className={classes.opening}>
              {words.opensAt(formatShortTime(opening.opensAt))}
            </span>
          ) : (
            formatMoney(sales)
          )}
        </div>
        {opening && (
          <p className={classes.against}>
            {drawn
              ? openingWords(opening)
              : `${openingWords(opening).replace(/\.?$/, '.')} ${words.noSalesNext}`}
          </p>
        )}
        {!opening && change && <Against change={change} />}
      </div>
      {drawn && (curve ? <DayLine curve={curve} /> : <DayLineSkeleton />)}
    </Card>
  );
});

/** `Usually; last Saturday $10,823`. */
function openingWords({ opensAt, lastWeek, weekday }: BeforeOpening): string {
  const words = messages.home;
  const then = lastWeek === null ? null : words.lastWeekday(weekday, formatWholeMoney(lastWeek));
  if (opensAt === null) return then === null ? words.noSalesYet : words.noSalesThen(then);
  return then === null ? words.usually : words.usuallyThen(then);
}

function DayLineSkeleton() {
  return <Skeleton height={chartHeight} />;
}

/** What the skeleton keeps room for. */
const someChange = { text: '+10%', direction: 'up', tone: 'neutral', by: 10 } as const;

/** Skeleton of the glance, line by line: as many as its text takes. */
export function GlanceSkeleton() {
  return (
    <Card label={messages.home.todaysSales} compact>
      <div className={classes.glanceHead}>
        <Title order={2} className={classes.label}>
          {messages.home.todaysSales}
        </Title>
        <FigureInfo id="GROSS_SALES" />
        <TextSkeleton>
          <StatusLine isLive time={performance.timeOrigin} />
        </TextSkeleton>
      </div>
      <div className={classes.headline}>
        <ValueSkeleton width="45%" />
      </div>
      <TextSkeleton>
        <Against change={someChange} />
      </TextSkeleton>
      <DayLineSkeleton />
    </Card>
  );
}

/** The change against last week at this hour. */
function Against({ change }: { change: Change }) {
  return (
    <div className={classes.against}>
      <ChangeBadge change={change} />
      <span className={classes.key} data-dashed aria-hidden />
      <span>{messages.home.atThisHour}</span>
    </div>
  );
}
