import { Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Card, ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { useWide } from '@/components/navigation/useWide';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { MissingWages } from '@/components/wages/MissingWages';
import { figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import {
  changeOf,
  formatFigure,
  lacksWages,
  type ReportAnswer,
  type Summary,
  summaryOf,
} from '@/lib/numbers';
import { useAppSelector } from '@/state/hooks';
import { runningOf } from '../list/lines';
import { ComparisonChoice } from '../picker/ComparisonChoice';
import type { ReportSpan } from '../picker/useReportSpan';
import { comparedTotal } from '../rows/comparison';
import { type HeadlineCell, type HeadlineFigures, headlineCells } from './headlines';
import classes from './ReportHeadline.module.css';

interface ReportHeadlineProps {
  figures: HeadlineFigures;
  /** `null` while it loads: the card keeps its place. */
  answer: ReportAnswer<unknown> | null;
  span: ReportSpan;
  /** The total's figures; those of the answer by default. */
  summary?: Summary | null;
  /** Before the other figures. */
  cells?: readonly HeadlineCell[] | undefined;
  /** Under the figures. */
  children?: ReactNode;
}

/** The total of a report, large, with its change and up to four further figures. */
export function ReportHeadline({
  figures: { ids, main, others },
  answer,
  span,
  summary: given,
  cells = [],
  children,
}: ReportHeadlineProps) {
  const { label } = figureOf(main);
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const total = answer?.total ?? null;
  const summary = useMemo(() => given ?? (total && summaryOf(ids, total)), [given, total, ids]);
  const against = comparedTotal(total, compareTo, span);
  const notes = summary === null ? [] : runningOf(main, summary);
  return (
    <Card label={messages.reportWords.total(label)} compact>
      <div className={classes.root} data-wide={useWide() || undefined}>
        <div className={classes.head}>
          <Title order={2} className={classes.label}>
            {label}
          </Title>
          <FigureInfo id={main} />
          {notes.length > 0 && <span className={classes.notes}>{notes.join(', ')}</span>}
        </div>
        <div className={classes.total} data-testid="report-total">
          {summary ? formatFigure(main, summary.amounts[main]) : <ValueSkeleton width="45%" />}
        </div>
        <div className={classes.against}>
          <span className={classes.change}>
            <ChangeBadge
              change={summary && changeOf(main, summary.compared)}
              against={messages.comparison.totalVs(against)}
            />
          </span>
          <ComparisonChoice against={against} />
        </div>
        <dl className={classes.figures}>
          {[...cells, ...headlineCells(others, summary)].map(({ key, label, value, tone }) => (
            <div key={key}>
              <dt className={classes.name}>{label}</dt>
              <dd className={classes.value} data-tone={tone}>
                {value ?? <ValueSkeleton width="60%" />}
              </dd>
            </div>
          ))}
        </dl>
        {summary && [main, ...others].some((id) => lacksWages(id, summary.amounts)) && (
          <MissingWages locations={answer?.locationTotals ?? []} />
        )}
        {children}
      </div>
    </Card>
  );
}
