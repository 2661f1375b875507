import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '@/api';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import type { ReportAnswer } from '@/lib/numbers';
import { useOnline } from '@/state/network/useOnline';
import '@/theme/print.css';
import classes from './ReportFrame.module.css';

/** The fields of a report's query that are used. */
export interface ReportQuery<T> {
  /** The last answer, maybe of other arguments. */
  data?: ReportAnswer<T> | undefined;
  /** The answer of the current arguments. */
  currentData?: ReportAnswer<T> | undefined;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

interface ReportFrameProps<T> {
  query: ReportQuery<T>;
  /** Stands first, and keeps its place while the answer loads. */
  headline: (answer: ReportAnswer<T> | null) => ReactNode;
  children: (answer: ReportAnswer<T>) => ReactNode;
}

/** Loading, error, empty, or the report; old content stays, dimmed, while new content loads. */
export function ReportFrame<T>({ query, headline, children }: ReportFrameProps<T>) {
  const { data, currentData, isError, error } = query;
  const online = useOnline();
  const answer = currentData ?? (isError ? undefined : data);
  const retry = () => void query.refetch();
  if (answer === undefined && isError) {
    return <PageError error={error} text={messages.views.failed} onRetry={retry} />;
  }
  if (answer?.body.length === 0) {
    return <EmptySection next={messages.views.emptyNext} />;
  }
  return (
    <>
      {isError && online && (
        <Alert color="brand" role="alert" title={failureText(error, messages.views.failed)}>
          {messages.reportWords.lastKnown}{' '}
          <Button variant="default" mt="xs" onClick={retry}>
            {messages.widgets.retry}
          </Button>
        </Alert>
      )}
      <div
        className={classes.content}
        data-stale={(answer !== undefined && currentData === undefined) || undefined}
        aria-busy={currentData === undefined}
      >
        {headline(answer ?? null)}
        {answer === undefined ? <ReportSkeleton /> : children(answer)}
      </div>
    </>
  );
}

function ReportSkeleton() {
  return (
    <>
      <Skeleton height="22rem" radius="lg" />
      <ListSkeleton />
    </>
  );
}
