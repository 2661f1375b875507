import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { isApiError, useGetItemQuery } from '@/api';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import { RowDetails } from '@/components/details/RowDetails';
import type { LeaveGuard } from '@/components/dialog/useLeaveGuard';
import { useAtLocation } from '@/components/location/atLocation';
import { useWide } from '@/components/navigation/useWide';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import classes from '../Menu.module.css';
import type { ItemId } from '../useMenuAddress';
import { ItemDetails, type Layer } from './ItemDetails';

const words = messages.itemSheet;

function useItem(id: ItemId | null) {
  const signedIn = useSignedIn();
  return useGetItemQuery(
    signedIn && id !== null
      ? { itemRequest: { posID: id.posID, posItemID: id.posItemID } }
      : skipToken,
    { refetchOnReconnect: true },
  );
}

interface ItemSheetProps {
  item: ItemId | null;
  /** Asks before unsaved changes are lost. */
  guard: LeaveGuard;
  onClose: () => void;
}

/** An item, and the form that changes it. A sheet closes after saving. */
export function ItemSheet({ item, guard, onClose }: ItemSheetProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const wide = useWide();
  const query = useItem(item);
  const at = useAtLocation(item?.posID ?? null);
  return (
    <RowDetails
      opened={item !== null}
      onClose={onClose}
      closeOnEscape={layer === null && !guard.isAsking}
      title={`${query.currentData?.body.item.displayName ?? words.title}${at}`}
      className={classes.pane}
    >
      <Contents
        query={query}
        layer={layer}
        setLayer={setLayer}
        setUnsaved={guard.setUnsaved}
        onSaved={wide ? undefined : onClose}
      />
    </RowDetails>
  );
}

interface ContentsProps {
  query: ReturnType<typeof useItem>;
  layer: Layer | null;
  setLayer: (layer: Layer | null) => void;
  setUnsaved: (unsaved: boolean) => void;
  onSaved?: (() => void) | undefined;
}

function Contents({ query, ...rest }: ContentsProps) {
  const { currentData, error, isError, refetch } = query;
  if (currentData !== undefined) {
    const { item } = currentData.body;
    const reload = async () => (await refetch()).data?.body.item;
    return (
      <ItemDetails
        key={`${item.posID}/${item.posItemID}`}
        detail={currentData.body}
        reload={reload}
        {...rest}
      />
    );
  }
  if (isError) {
    const isGone = isApiError(error) && error.status === 404;
    return isGone ? (
      <PageError error={error} text={words.failed} />
    ) : (
      <PageError error={error} text={messages.views.failed} onRetry={() => void refetch()} />
    );
  }
  return <DetailsSkeleton heights={['4rem', '2.75rem', '16rem']} />;
}
