import type { Item } from '@/api';
import { PagedEntries } from '@/components/details/PagedEntries';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { edits } from './ChangeList';
import { ChangeRow } from './ChangeRow';

const words = messages.edits;

interface ChangesSheetProps {
  item: Item;
  opened: boolean;
  onClose: () => void;
}

/** The history of an item's changes, newest first, more by a button. */
export function ChangesSheet({ item, opened, onClose }: ChangesSheetProps) {
  const { posID, posItemID, displayName } = item;
  const title = words.title(displayName);
  return (
    <BottomSheet opened={opened} onClose={onClose} title={title} zIndex={secondSheet}>
      <PagedEntries
        key={`${posID}/${posItemID}`}
        label={title}
        source={edits}
        filter={{ posID, posItemID }}
        render={(edit) => <ChangeRow edit={edit} named={false} />}
        none={<EmptySection text={words.none} next={words.noneNext} />}
      />
    </BottomSheet>
  );
}
