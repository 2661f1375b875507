import { useMemo } from 'react';
import { api, type ItemEditsRequest, sessionCall } from '@/api';
import { type ListFilter, PagedRows, pagesOf } from '@/components/data-list';
import { FileRow } from '@/components/export/FileRow';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { ChangeRow } from './ChangeRow';

type EditFilter = ListFilter<ItemEditsRequest>;

/** Changes of a location's items, or of one item, newest first. */
export const edits = pagesOf({
  call: api.endpoints.getItemEdits,
  args: (itemEditsRequest: ItemEditsRequest) => ({ itemEditsRequest }),
  rows: ({ itemEditList }) => itemEditList,
});

const words = messages.edits;

/** The history of changes at a location, newest first. */
export function ChangeList({ posID }: { posID: string }) {
  const filter = useMemo<EditFilter>(() => ({ posID }), [posID]);
  const file = useMemo(() => ({ url: sessionCall('get-item-edits'), body: filter }), [filter]);
  return (
    <>
      <FileRow request={file} name="menu-edits.csv" />
      <PagedRows
        label={messages.menu.changes}
        source={edits}
        filter={filter}
        empty={<EmptySection text={words.none} next={words.noneNext} />}
        end={words.end}
        render={(edit) => <ChangeRow edit={edit} named />}
      />
    </>
  );
}
