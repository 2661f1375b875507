import { Button, Skeleton, Title } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { failureText, useGetGiftCardLiabilityQuery } from '@/api';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { InfoIcon } from '@/components/figure';
import { PageError } from '@/components/placeholder/PageError';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { useOnline } from '@/state/network/useOnline';
import headline from '../headline/ReportHeadline.module.css';
import type { ReportSpan } from '../picker/useReportSpan';
import { useReportRequest } from '../request/useReportRequest';
import { heldAt } from './held';
import classes from './OutstandingCard.module.css';

const words = messages.giftCards;

/** Locations shown before 'Show all'. */
const FIRST = 5;

/** What guests hold on gift cards at the end of the span, over the chosen locations. */
export function OutstandingCard({ span }: { span: ReportSpan }) {
  const { held, several, failed, error, retry } = useHeld(span);
  const online = useOnline();
  const end = dateOf(span.range.endDate);
  if (held === undefined && failed) {
    return <PageError error={error} text={words.failed} onRetry={retry} secondary />;
  }
  return (
    <Card label={messages.reportWords.total(words.outstanding)} compact>
      <div className={headline.head}>
        <Title order={2} className={headline.label}>
          {words.outstanding}
        </Title>
        <InfoIcon title={words.outstanding} detail={words.definition} />
        {end < span.today && (
          <span className={headline.notes}>{words.atEndOf(formatDay(end))}</span>
        )}
      </div>
      {held === undefined ? (
        <HeldSkeleton span={span} several={several} />
      ) : (
        <HeldFigures held={held} several={several} />
      )}
      {held !== undefined && failed && online && (
        <p className={headline.caution} role="alert">
          {failureText(error, words.failed)} {messages.reportWords.lastKnown}
        </p>
      )}
    </Card>
  );
}

type Held = ReturnType<typeof heldAt>;

/** The answer for the chosen locations; undefined while it loads. */
function useHeld(span: ReportSpan) {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const { argument, options } = useReportRequest(span, 'none');
  const { currentData, isError, error, refetch } = useGetGiftCardLiabilityQuery(
    argument === skipToken
      ? skipToken
      : {
          giftCardLiabilityRequest: {
            endDate: dateOf(span.range.endDate),
            ...(posID !== null && { posID }),
          },
        },
    options,
  );
  const held = useMemo(() => {
    const chosen = list.filter((location) => posID === null || location.posID === posID);
    return currentData && heldAt(chosen, currentData.body.liabilityList);
  }, [list, posID, currentData]);
  return {
    held,
    several: posID === null && list.length > 1,
    failed: isError,
    error,
    retry: () => void refetch(),
  };
}

function HeldFigures({ held, several }: { held: Held; several: boolean }) {
  const { outstanding, sold, redeemed, since, locations } = held;
  const [all, setAll] = useState(false);
  if (since === null) {
    return <p className={classes.none}>{words.noneSoldNext}</p>;
  }
  return (
    <>
      <div className={headline.total}>{formatMoney(outstanding)}</div>
      <p className={classes.since}>
        {words.parts(formatDay(since), formatMoney(sold), formatMoney(redeemed))}
      </p>
      {several && <Locations locations={locations.slice(0, all ? undefined : FIRST)} />}
      {several && locations.length > FIRST && (
        <Button variant="subtle" fullWidth data-screen-only onClick={() => setAll(!all)}>
          {all ? messages.glance.fewer : messages.glance.all(locations.length)}
        </Button>
      )}
    </>
  );
}

function Locations({ locations }: { locations: Held['locations'] }) {
  return (
    <div className={classes.locations}>
      <Sums
        label={words.byLocation}
        rows={locations.map(({ name, outstanding, since }) => ({
          label: name,
          value: formatMoney(outstanding),
          details: [since === null ? words.noneSold : words.since(formatDay(since))],
        }))}
      />
    </div>
  );
}

/** As high as the figures of these locations. */
function HeldSkeleton({ span, several }: { span: ReportSpan; several: boolean }) {
  const { list } = useLocations();
  const day = formatDay(span.today);
  return (
    <>
      <div className={headline.total}>
        <ValueSkeleton width="45%" />
      </div>
      <div className={classes.since}>
        <TextSkeleton>{words.parts(day, formatMoney(0), formatMoney(0))}</TextSkeleton>
      </div>
      {several && (
        <Skeleton aria-hidden>
          <Locations locations={heldAt(list, []).locations.slice(0, FIRST)} />
        </Skeleton>
      )}
    </>
  );
}
