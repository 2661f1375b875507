import { useMemo } from 'react';
import type { LaborRow } from '@/api';
import { ReportHeadline } from '../headline/ReportHeadline';
import headlineClasses from '../headline/ReportHeadline.module.css';
import { laborHeadline, laborSummary, notClockedOut, targetCell } from './labor';
import type { HeadlineProps } from './splitReport';

/** Labor as a percentage of sales against its target, overtime, and the people not clocked out. */
export function LaborHeadline({ answer, hours, target, span }: HeadlineProps<LaborRow>) {
  const summary = useMemo(() => answer && laborSummary(answer, hours), [answer, hours]);
  const late = answer === null ? undefined : notClockedOut(answer.body);
  return (
    <ReportHeadline
      figures={laborHeadline(target)}
      answer={answer}
      summary={summary}
      cells={targetCell(summary, target)}
      span={span}
    >
      {late !== undefined && <p className={headlineClasses.caution}>{late}</p>}
    </ReportHeadline>
  );
}
