import { useMemo } from 'react';
import { api, type ItemEditsRequest } from '@/api';
import { type Asked, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { ChangeRow } from './ChangeRow';

type EditsAsked = Asked<ItemEditsRequest>;

/** Changes of a location's items, or of one item, newest first. */
export const edits = pagesOf({
  call: api.endpoints.getItemEdits,
  ask: (itemEditsRequest: ItemEditsRequest) => ({ itemEditsRequest }),
  rows: ({ itemEditList }) => itemEditList,
});

const words = messages.edits;

/** Who changed what at a location, newest first. */
export function ChangeList({ posID }: { posID: string }) {
  const asked = useMemo<EditsAsked>(() => ({ posID }), [posID]);
  return (
    <PagedRows
      label={messages.menu.changes}
      source={edits}
      asked={asked}
      empty={<EmptySection text={words.none} next={words.noneNext} />}
      end={words.end}
      render={(edit) => <ChangeRow edit={edit} named />}
    />
  );
}
