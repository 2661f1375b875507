import { useCallback, useMemo, useState } from 'react';
import { sessionCall } from '@/api';
import { Columns } from '@/components/details/Columns';
import { FileMenu } from '@/components/export/FileMenu';
import {
  everyone,
  filterFields,
  type GuestFilter,
  GuestFilterBar,
} from '@/components/guest-filter';
import { SEARCH_MAX, SearchBox } from '@/components/list/SearchBox';
import { useListTop } from '@/components/list/useListTop';
import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSignedIn } from '@/state/hooks';
import { GuestDetails } from './guest/GuestDetails';
import { GuestTask, type Task } from './guest/GuestTask';
import { guestKey } from './guests';
import { GuestList, type GuestSearch } from './list/GuestList';
import { useGuestsAddress } from './useGuestsAddress';

/** /customers: the guests of one location, with their sales and points. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  const list = useListTop();
  return (
    <>
      <TopBar title={messages.tiles.customers} back="/more" />
      <Page filters={<Filters posID={posID} toTop={list.toTop} />}>
        {posID === null ? (
          <ChooseLocation text={messages.customers.selectLocation} />
        ) : (
          <Guests key={posID} posID={posID} {...list} />
        )}
      </Page>
    </>
  );
}

type ListTop = ReturnType<typeof useListTop>;

function Filters({ posID, toTop }: { posID: string | null } & Pick<ListTop, 'toTop'>) {
  const { filter, setFilter } = useGuestsAddress(posID);
  const onFilter = (next: GuestFilter) => {
    toTop();
    setFilter(next);
  };
  return (
    <>
      <LocationStrip variant="general" />
      {posID !== null && <GuestFilterBar value={filter} onChange={onFilter} />}
    </>
  );
}

function Guests({ posID, top, toTop }: { posID: string } & ListTop) {
  const signedIn = useSignedIn();
  const { guest, open, filter, setFilter } = useGuestsAddress(posID);
  const [q, setQ] = useState('');
  const [task, setTask] = useState<Task | null>(null);
  const search = useMemo<GuestSearch>(
    () => ({ posID, ...(q !== '' && { search: q }), ...filterFields(filter) }),
    [posID, q, filter],
  );
  const onSearch = useCallback(
    (words: string) => {
      toTop();
      setQ(words);
      open(null);
    },
    [toTop, open],
  );
  const showAll = () => {
    onSearch('');
    setFilter(everyone);
  };
  const close = useCallback(() => open(null), [open]);
  const endTask = useCallback(() => setTask(null), []);
  const file = useMemo(() => ({ url: sessionCall('get-customers-list'), body: search }), [search]);
  const words = messages.guestList;
  return (
    <>
      {top}
      <SearchBox
        label={words.label}
        placeholder={words.placeholder}
        value={q}
        onSearch={onSearch}
        maxLength={SEARCH_MAX}
        menu={<FileMenu request={file} name="customers.csv" />}
      />
      {signedIn && (
        <Columns>
          <GuestList
            search={search}
            opened={guest === null ? null : guestKey(guest)}
            onOpen={open}
            onShowAll={showAll}
          />
          <GuestDetails guest={guest} covered={task !== null} onClose={close} onTask={setTask} />
        </Columns>
      )}
      {guest !== null && <GuestTask guest={guest} task={task} onClose={endTask} />}
    </>
  );
}
