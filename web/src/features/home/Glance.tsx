import { Skeleton, Title } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { Chart, type ChartLook, lineOption } from '@/components/charts';
import { Card, ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { messages } from '@/lib/messages';
import { formatAxisMoney, formatMoney } from '@/lib/money';
import { type DailySummary, relativeChange } from '@/lib/numbers';
import { DayTable } from './DayTable';
import classes from './Home.module.css';
import { LiveStatus } from './LiveStatus';
import type { DayCurve } from './today';
import { useRollingNumber } from './useRollingNumber';

/** Of a phone, so that the figures below stay on its first screen; more where there is more. */
const chartHeight = 'clamp(4.75rem, 11vw, 9rem)';

interface GlanceProps {
  summary: DailySummary;
  curve: DayCurve;
  answeredAt: number | null;
  /** Where a tap on the sales leads. */
  path: string;
}

/** Today's sales, large; against the same weekday at this hour; and the curve of the day. */
export function Glance({ summary, curve, answeredAt, path }: GlanceProps) {
  const { amounts, compared } = summary;
  const sales = useRollingNumber(amounts.grossSales);
  const change = useMemo(
    () =>
      compared && relativeChange(compared.current.grossSales, compared.lastWeek.grossSales, 'more'),
    [compared],
  );
  const words = messages.home;
  const nothingYet = amounts.checks === 0 && amounts.grossSales === 0;
  const drawn = curve.moments.length > 0;
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
          {formatMoney(sales)}
        </div>
        {nothingYet && (
          <p className={classes.against}>
            {words.noSalesYet} {drawn ? null : words.noSalesNext}
          </p>
        )}
        {!nothingYet && change && (
          <div className={classes.against}>
            <ChangeBadge change={change} />
            <span className={classes.key} data-dashed aria-hidden />
            <span>{words.atThisHour}</span>
          </div>
        )}
      </div>
      {drawn && <DayLine curve={curve} />}
    </Card>
  );
}

function DayLine({ curve }: { curve: DayCurve }) {
  const { today, lastWeek } = messages.chartWords;
  const compared = curve.lastWeek.some((value) => value !== null);
  const build = useCallback(
    (look: ChartLook) =>
      lineOption(
        {
          description: messages.glance.salesThroughTheDay,
          categories: curve.moments,
          current: { name: today, values: curve.today },
          comparison: compared ? { name: lastWeek, values: curve.lastWeek } : undefined,
          format: formatMoney,
          formatAxis: formatAxisMoney,
          small: true,
        },
        look,
      ),
    [curve, compared, today, lastWeek],
  );
  return (
    <div className={classes.curve}>
      <Chart build={build} height={chartHeight} />
      <DayTable curve={curve} />
    </div>
  );
}

/** Keeps the place of the glance while it loads. */
export function GlanceSkeleton() {
  return (
    <Card compact>
      <Skeleton height="1.25rem" width="40%" />
      <Skeleton height="2.5rem" width="65%" mt="sm" />
      <Skeleton height="1rem" width="50%" mt="sm" />
      <Skeleton height={chartHeight} mt="md" radius="md" />
    </Card>
  );
}
