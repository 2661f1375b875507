import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useGetHourlyReportQuery } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { ShareList } from '@/components/data-list';
import { messages } from '@/lib/messages';
import type { ReportAnswer, ReportRow } from '@/lib/numbers';
import { salesHistoryPath } from '@/lib/paths';
import { useAppSelector, useLocations, useSelectedLocation } from '@/state/hooks';
import { ReportHeadline } from '../headline/ReportHeadline';
import { FigureSheet, type Opened } from '../list/FigureSheet';
import { joined, memberLines, totalLine, unbroken } from '../list/lines';
import type { ReportSpan } from '../picker/useReportSpan';
import { ReportFrame } from '../request/ReportFrame';
import { useReportRequest } from '../request/useReportRequest';
import { comparedSpan } from '../rows/comparison';
import { type Member, UNASSIGNED } from '../rows/members';
import { splitReports } from './catalogue';
import { splitFigures, splitHeadline, tableColumns } from './splitFigures';
import type { SplitReport } from './splitReport';
import { useLaborTarget } from './useLaborTarget';

interface SplitReportViewProps<R extends ReportRow> {
  report: SplitReport<R>;
  span: ReportSpan;
}

/** A report that splits the span by a dimension: charts, and the same figures as lists. */
export function SplitReportView<R extends ReportRow>({ report, span }: SplitReportViewProps<R>) {
  const { argument, options } = useReportRequest(span, 'none');
  const { list } = useLocations();
  const { Top, Headline } = report;
  const needsHours = report.needs?.includes('hours') ?? false;
  const own = report.useRows(argument, options);
  const byHour = useGetHourlyReportQuery(needsHours ? argument : skipToken, options);
  const target = useLaborTarget(report.needs?.includes('target') ?? false);
  const hours = byHour.currentData ?? byHour.data;
  const members = useMemo(
    () => (hours === undefined ? [] : splitFigures(splitReports.hourly, hours, list).members),
    [hours, list],
  );
  const ready = !needsHours || hours !== undefined || byHour.isError;
  const query = ready ? own : { ...own, data: undefined, currentData: undefined };
  return (
    <>
      {Top && <Top span={span} />}
      <ReportFrame
        query={query}
        headline={(answer) =>
          Headline ? (
            <Headline answer={answer} hours={hours} target={target} span={span} />
          ) : (
            <ReportHeadline figures={splitHeadline(report)} answer={answer} span={span} />
          )
        }
      >
        {(answer) => (
          <SplitFigures
            report={report}
            span={span}
            answer={answer}
            hours={members}
            target={target}
          />
        )}
      </ReportFrame>
    </>
  );
}

/** Most details of a member in its row; its sheet has all of them. */
const FIRST_WORDS = 2;

interface SplitFiguresProps<R extends ReportRow> extends SplitReportViewProps<R> {
  answer: ReportAnswer<R>;
  hours: readonly Member[];
  target: number | null | undefined;
}

function SplitFigures<R extends ReportRow>({
  report,
  span,
  answer,
  hours,
  target,
}: SplitFiguresProps<R>) {
  const { list } = useLocations();
  const [params] = useSearchParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const words = messages.reportWords;
  const { main, names, line, rare = [] } = report;
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const before = comparedSpan(answer.total, 'none', compareTo, span.range);
  const { total, members, groups, locations } = useMemo(
    () => splitFigures(report, answer, list),
    [report, answer, list],
  );
  const slides = useMemo(
    () =>
      report.charts({
        rows: answer.body,
        members,
        groups: groups[0]?.members ?? [],
        locations,
        before: before.short,
        hours,
        target,
      }),
    [report, answer, members, groups, locations, before.short, hours, target],
  );
  const secondLine = {
    about: (member: Member) => [
      member.detail,
      ...(member.words ?? []).slice(0, FIRST_WORDS).map(unbroken),
    ],
    line,
    rare,
  };
  const against = messages.figureWords[total.soFar ? 'changesSoFar' : 'changes'](before.long);
  const first = totalLine(main, total, [span.range.label], rare);
  const { posID } = useSelectedLocation('chart');
  const checksOf = (of: { posID?: string; q?: string } = {}) =>
    salesHistoryPath({
      from: span.range.startDate,
      to: span.range.endDate,
      ...(posID !== null && { posID }),
      ...of,
    });
  const ofName = (leads: boolean | undefined, { name }: Member) =>
    leads && name !== UNASSIGNED ? checksOf({ q: name }) : undefined;
  const open =
    (from: readonly Member[], checks: (member: Member) => string | undefined) =>
    ({ key }: { key: string }) => {
      const member = from.find((one) => one.key === key);
      setOpened(
        member === undefined
          ? { title: messages.figures.total, summary: total, checks: checksOf() }
          : {
              ...member,
              title: member.name,
              detail: joined([member.group, member.detail]),
              checks: checks(member),
            },
      );
    };
  const columns = (rows: string) => ({ names: rows, figures: tableColumns(report) });
  const common = { figure: main, against };
  return (
    <>
      <ChartCarousel slides={slides} label={words.charts} />
      <ShareList
        {...common}
        title={report.report.title}
        columns={columns(names)}
        total={first}
        rows={memberLines(main, members, total, secondLine)}
        onOpen={open(members, (member) => ofName(report.leadsToChecks, member))}
        search={
          report.search
            ? {
                label: words.search(names),
                none: words.noMatch(names),
                initial: params.get('q') ?? undefined,
              }
            : undefined
        }
      />
      {groups
        .filter((group) => group.members.length > 1)
        .map((group) => (
          <ShareList
            {...common}
            key={group.names}
            title={words.by(group.names)}
            columns={columns(group.names)}
            total={first}
            rows={memberLines(main, group.members, total, secondLine)}
            onOpen={open(group.members, (member) => ofName(group.leadsToChecks, member))}
          />
        ))}
      {locations.length > 1 && (
        <ShareList
          {...common}
          title={words.byLocation}
          columns={columns(messages.chartWords.location)}
          total={first}
          rows={memberLines(main, locations, total, secondLine)}
          onOpen={open(locations, ({ key }) => checksOf({ posID: key }))}
        />
      )}
      <FigureSheet
        opened={opened}
        figures={report.report.figures}
        span={span.range}
        before={before.short}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
