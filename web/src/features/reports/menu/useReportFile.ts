import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { failureText, isApiError, isTooFast, reportCsv } from '@/api';
import { showToast } from '@/components/toast/toast';
import { dateOf } from '@/lib/dates';
import type { ReportEntry } from '@/lib/figures';
import { saveText } from '@/lib/files/saveText';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import type { ReportSpan } from '../picker/useReportSpan';
import { useReportRequest } from '../request/useReportRequest';
import type { Grouping } from '../rows/comparison';

/** Fetches the shown report as a CSV file and saves it; `null` until the report is loaded. */
export function useReportFile(
  report: ReportEntry,
  span: ReportSpan,
  grouping: Grouping,
): (() => Promise<void>) | null {
  const dispatch = useAppDispatch();
  const { argument } = useReportRequest(span, grouping);
  const request = argument === skipToken ? null : argument.reportRequest;
  const { call } = report;
  const save = useCallback(async () => {
    if (request === null) return;
    const own = `${call}-${dateOf(request.startDate)}-${dateOf(request.endDate)}.csv`;
    try {
      const { name, text } = await dispatch(reportCsv({ call, body: request })).unwrap();
      saveText(name ?? own, text);
      showToast({ severity: 'success', detail: messages.figureWords.saved(name ?? own) });
    } catch (error) {
      const advice = isApiError(error) && !isTooFast(error) ? error.message : '';
      showToast({ severity: 'error', detail: advice || failureText(error, messages.views.failed) });
    }
  }, [dispatch, call, request]);
  return request === null ? null : save;
}
