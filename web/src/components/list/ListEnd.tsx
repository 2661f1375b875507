import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { Spinner } from '../skeleton/Spinner';
import classes from './ListEnd.module.css';

interface ListEndProps {
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** The place below the last row that is shown. */
export function ListEnd({ role, children }: ListEndProps) {
  return (
    <div className={classes.root} role={role}>
      {children}
    </div>
  );
}

interface NextPageProps {
  /** Said where it could not be read. */
  failure: string | null;
  retry: () => void;
}

/** In the end of a list: the page behind it is on its way, or could not be read. */
export function NextPage({ failure, retry }: NextPageProps) {
  if (failure === null) {
    return <Spinner size="sm" />;
  }
  return (
    <>
      {failure}
      <Button variant="default" onClick={retry}>
        {messages.widgets.retry}
      </Button>
    </>
  );
}

/** In the end of a list: asks for the page behind it. */
export function MoreButton({ onMore }: { onMore: () => void }) {
  return (
    <Button variant="default" onClick={onMore}>
      {messages.lists.loadMore}
    </Button>
  );
}
