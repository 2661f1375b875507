import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { isApiError, useGetItemQuery } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import type { LeaveGuard } from '@/components/dialog/useLeaveGuard';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
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
  /** Asks before what is not saved is lost. */
  guard: LeaveGuard;
  onClose: () => void;
}

/** An item, and the form that changes it, in a bottom sheet. */
export function ItemSheet({ item, guard, onClose }: ItemSheetProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const query = useItem(item);
  return (
    <BottomSheet
      opened={item !== null}
      onClose={onClose}
      closeOnEscape={layer === null && !guard.asking}
      title={query.currentData?.body.item.displayName ?? words.title}
    >
      {item !== null && (
        <Contents
          query={query}
          layer={layer}
          setLayer={setLayer}
          setUnsaved={guard.setUnsaved}
          onSaved={onClose}
        />
      )}
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function ItemPane({ item, guard }: Omit<ItemSheetProps, 'onClose'>) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const query = useItem(item);
  return (
    <DetailsPane
      title={item && (query.currentData?.body.item.displayName ?? words.title)}
      choose={messages.menu.choose}
      className={classes.pane}
    >
      <Contents query={query} layer={layer} setLayer={setLayer} setUnsaved={guard.setUnsaved} />
    </DetailsPane>
  );
}

interface ContentsProps {
  query: ReturnType<typeof useItem>;
  layer: Layer | null;
  setLayer: (layer: Layer | null) => void;
  setUnsaved: (unsaved: boolean) => void;
  onSaved?: () => void;
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
    const gone = isApiError(error) && error.status === 404;
    return gone ? (
      <PageError text={words.failed} />
    ) : (
      <PageError text={messages.views.failed} onRetry={() => void refetch()} />
    );
  }
  return <DetailsSkeleton heights={['4rem', '2.75rem', '16rem']} />;
}
