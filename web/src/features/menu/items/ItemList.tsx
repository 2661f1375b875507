import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api, type ItemsListRequest, sessionCall } from '@/api';
import { type ListFilter, PagedRows, pagesOf } from '@/components/data-list';
import { FileMenu } from '@/components/export/FileMenu';
import { SEARCH_MAX, SearchBox } from '@/components/list/SearchBox';
import { useListTop } from '@/components/list/useListTop';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { messages } from '@/lib/messages';
import type { ItemId } from '../useMenuAddress';
import { ItemRow } from './ItemRow';

type ItemFilter = ListFilter<ItemsListRequest>;

/** Items of a location, by name. */
const items = pagesOf({
  call: api.endpoints.getItemsList,
  args: (itemsListRequest: ItemsListRequest) => ({ itemsListRequest }),
  rows: ({ itemList }) => itemList,
  keyOf: ({ posItemID }) => posItemID,
});

interface ItemListProps {
  posID: string;
  /** Only items that are low or out of stock. */
  toPurchase: boolean;
  /** The search words; empty for everything. */
  q: string;
  onSearch: (words: string) => void;
  /** The item whose details are shown. */
  opened: ItemId | null;
  onOpen: (item: ItemId) => void;
}

const sameLocation = (before: ItemFilter, now: ItemFilter) =>
  before.posID === now.posID && before.toPurchase === now.toPurchase;

/** Items of one location in the server's order, with a sticky search. */
export function ItemList({ posID, toPurchase, q, onSearch, opened, onOpen }: ItemListProps) {
  const { top, toTop } = useListTop();
  const filter = useMemo<ItemFilter>(
    () => ({
      posID,
      ...(q !== '' && { search: q }),
      ...(toPurchase && { toPurchase: true }),
    }),
    [posID, q, toPurchase],
  );
  const file = useMemo(() => ({ url: sessionCall('get-items-list'), body: filter }), [filter]);
  const search = (words: string) => {
    toTop();
    onSearch(words);
  };
  const words = messages.menu;
  return (
    <>
      {top}
      <SearchBox
        label={words.search}
        placeholder={words.search}
        value={q}
        onSearch={search}
        maxLength={SEARCH_MAX}
        menu={<FileMenu request={file} name="menu.csv" />}
      />
      <PagedRows
        label={toPurchase ? words.toPurchase : words.items}
        source={items}
        filter={filter}
        staysFor={sameLocation}
        empty={<NoItems q={q} toPurchase={toPurchase} onClear={() => search('')} />}
        end={words.end}
        render={(item) => (
          <ItemRow
            item={item}
            stock={toPurchase}
            selected={item.posItemID === opened?.posItemID}
            onOpen={() => onOpen(item)}
          />
        )}
      />
    </>
  );
}

/** Without items, or without a match. */
function NoItems({
  q,
  toPurchase,
  onClear,
}: Pick<ItemListProps, 'q' | 'toPurchase'> & { onClear: () => void }) {
  const { inventory, menu } = messages;
  if (q !== '') {
    return (
      <EmptySection
        text={inventory.noneWithName}
        next={menu.noMatchNext}
        action={
          <Button variant="default" onClick={onClear}>
            {menu.clear}
          </Button>
        }
      />
    );
  }
  return toPurchase ? (
    <Placeholder icon={IconChecks} text={inventory.nothingToPurchase} />
  ) : (
    <EmptySection text={inventory.none} next={menu.noneNext} />
  );
}
