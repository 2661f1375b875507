import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { sessionCall } from '@/api';
import { type CsvActions, useCsvFile } from '@/components/export/useCsvFile';
import { dateOf } from '@/lib/dates';
import type { ReportEntry } from '@/lib/figures';
import type { ReportSpan } from '../picker/useReportSpan';
import { useReportRequest } from '../request/useReportRequest';
import type { Grouping } from '../rows/comparison';

/** The shown report as a CSV file; `null` until the report is loaded. */
export function useReportFile(
  { call }: ReportEntry,
  span: ReportSpan,
  grouping: Grouping,
): CsvActions | null {
  const { argument } = useReportRequest(span, grouping);
  const body = argument === skipToken ? null : argument.reportRequest;
  const request = useMemo(
    () => (body === null ? null : { url: sessionCall(call), body }),
    [call, body],
  );
  const days = body === null ? '' : `-${dateOf(body.startDate)}-${dateOf(body.endDate)}`;
  return useCsvFile(request, `${call}${days}.csv`);
}
