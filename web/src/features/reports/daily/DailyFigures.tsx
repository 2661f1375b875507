import { useMemo, useState } from 'react';
import type { DailyRow } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { ShareList } from '@/components/data-list';
import { missingWagesPath } from '@/components/wages/missingWagesPath';
import { dateOf } from '@/lib/dates';
import { type FigureId, reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { type ReportAnswer, summaryOf } from '@/lib/numbers';
import { salesHistoryPath } from '@/lib/paths';
import { useAppSelector, useLocations, useSelectedLocation } from '@/state/hooks';
import { dailyHeadline } from '../headline/headlines';
import { FigureSheet, type Opened } from '../list/FigureSheet';
import { memberLines, totalLine } from '../list/lines';
import type { ReportSpan } from '../picker/useReportSpan';
import { comparedSpan, comparedWith, isOneDay } from '../rows/comparison';
import { byDate, byLocation } from '../rows/members';
import { dateLines, figureLines } from './dailyLines';
import { figureSlides, salesSlides } from './dailySlides';
import { exceptionsPath } from './exceptionsPath';

const { figures: allFigures, figureIds } = reportOf('Daily');

interface DailyFiguresProps {
  answer: ReportAnswer<DailyRow>;
  /** The figure of charts and lists. */
  main: FigureId;
  grouping: 'day' | 'month';
  span: ReportSpan;
  /** All figures of the span below, and the parts of sales. */
  all?: boolean;
}

/** One figure of the daily rows: by date, beside the compared span, by location. */
export function DailyFigures({ answer, main, grouping, span, all = false }: DailyFiguresProps) {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const [opened, setOpened] = useState<(Opened & { isDate: boolean }) | null>(null);
  const { reportWords: words, chartWords } = messages;
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const before = comparedSpan(answer.total, grouping, compareTo, span.range);
  // A day is compared as its row is.
  const whole = isOneDay(span.range) ? undefined : comparedWith(answer.total);
  const members = useMemo(
    () => ({
      total: summaryOf(figureIds, answer.total),
      dates: byDate(answer.body, figureIds, main, grouping),
      locations: byLocation(answer.locationTotals, figureIds, main, list),
    }),
    [answer, main, grouping, list],
  );
  const { total, dates, locations } = members;
  const { long, short } = before;
  const slides = useMemo(() => {
    const named = { long, short };
    return all ? salesSlides(members, named) : figureSlides(main, members, named);
  }, [all, members, main, long, short]);
  const changes = messages.figureWords[total.soFar ? 'changesSoFar' : 'changes'];
  const against = changes(long);
  const againstWhole = changes(whole ?? long);
  const first = totalLine(main, total, [
    span.range.label,
    whole === undefined ? undefined : messages.comparison.totalVs(whole),
  ]);
  const { startDate, endDate } = span.range;
  const figures = useMemo(
    () =>
      figureLines(total, {
        OUT_OF_BALANCE: exceptionsPath(answer.body, { from: startDate, to: endDate }),
        HOURS_WITHOUT_WAGE: missingWagesPath(answer.locationTotals),
      }),
    [total, answer, startDate, endDate],
  );
  const open = ({ key }: { key: string }) => {
    const date = dates.find((one) => one.key === key);
    const location = locations.find((one) => one.key === key);
    const ofLocation = location?.key ?? posID;
    // The list of checks takes days, not months.
    const days =
      date && grouping === 'month'
        ? null
        : { from: date?.key ?? startDate, to: date?.key ?? endDate };
    const rows = answer.body.filter(
      (row) =>
        (date === undefined || dateOf(row.businessDate) === date.key) &&
        (location === undefined || row.posID === location.key),
    );
    setOpened({
      isDate: date !== undefined,
      title: (date ?? location)?.name ?? messages.figures.total,
      summary: (date ?? location)?.summary ?? total,
      checks:
        days === null
          ? undefined
          : salesHistoryPath({ ...days, ...(ofLocation !== null && { posID: ofLocation }) }),
      exceptions: days === null ? undefined : exceptionsPath(rows, days),
    });
  };
  const columns = (names: string) => ({ names, figures: dailyHeadline(main).others });
  const common = { figure: main, against, total: first, onOpen: open };
  return (
    <>
      <ChartCarousel slides={slides} label={words.charts} />
      {(dates.length > 1 || (!all && locations.length < 2)) && (
        <ShareList
          {...common}
          title={grouping === 'month' ? words.byMonth : words.byDay}
          columns={columns(chartWords.date)}
          rows={dateLines(main, dates.toReversed(), total)}
        />
      )}
      {locations.length > 1 && (
        <ShareList
          {...common}
          against={againstWhole}
          title={words.byLocation}
          columns={columns(chartWords.location)}
          rows={memberLines(main, locations, total)}
        />
      )}
      {all && (
        <ShareList
          title={words.figures}
          against={againstWhole}
          total={figures.total}
          rows={figures.rows}
        />
      )}
      <FigureSheet
        opened={opened}
        figures={allFigures}
        span={span.range}
        before={opened?.isDate ? short : (whole ?? short)}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
