import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Item } from '@/api';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { Spinner } from '@/components/skeleton/Spinner';
import { messages } from '@/lib/messages';
import type { ItemId } from '../useMenuAddress';
import { edits } from './ChangeList';
import { ChangeRow } from './ChangeRow';
import classes from './Changes.module.css';

const { edits: words, lists, views } = messages;

/** Pages of one item that are shown; who looks for more finds all changes in the settings. */
const MOST_PAGES = 10;

interface ChangesSheetProps {
  item: Item;
  opened: boolean;
  onClose: () => void;
}

/** Who changed an item, newest first. */
export function ChangesSheet({ item, opened, onClose }: ChangesSheetProps) {
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.title(item.displayName)}
      zIndex={secondSheet}
    >
      <Page item={item} cursor={undefined} left={MOST_PAGES} />
    </BottomSheet>
  );
}

interface PageProps {
  item: ItemId;
  cursor: string | undefined;
  /** Pages that may follow. */
  left: number;
}

/** A page of changes, and on request the next one below it. */
function Page({ item: { posID, posItemID }, cursor, left }: PageProps) {
  const [wanted, setWanted] = useState(false);
  const { rows, next, failed, retry } = edits.usePage({ posID, posItemID }, cursor);
  const item = { posID, posItemID };
  if (rows === undefined) {
    if (failed) return <PageError text={views.failed} onRetry={retry} />;
    return cursor === undefined ? <ListSkeleton rows={4} /> : <Spinner size="sm" />;
  }
  if (rows.length === 0 && cursor === undefined) {
    return <EmptySection text={words.none} next={words.noneNext} />;
  }
  return (
    <>
      <ul className={classes.list}>
        {rows.map((edit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change has no id, only its place.
          <li key={index}>
            <ChangeRow edit={edit} named={false} />
          </li>
        ))}
      </ul>
      {next !== null &&
        left > 1 &&
        (wanted ? (
          <Page item={item} cursor={next} left={left - 1} />
        ) : (
          <Button variant="default" fullWidth mt="sm" onClick={() => setWanted(true)}>
            {lists.loadMore}
          </Button>
        ))}
    </>
  );
}
