import { IconMapPin } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { SearchBox } from '@/components/list/SearchBox';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { useWide } from '@/components/navigation/useWide';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSessionID } from '@/state/hooks';
import classes from './Customers.module.css';
import { GuestPane, GuestSheet } from './GuestDetails';
import { GuestList } from './GuestList';
import { GuestTask, type Task } from './GuestTask';
import type { GuestSearch } from './guestPages';
import { guestKey } from './guests';
import { useGuestsAddress } from './useGuestsAddress';

/** Characters that the API takes. */
const SEARCH_MAX = 100;

/** /customers: the guests of one location, with what they spent and what they may spend. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  return (
    <>
      <TopBar title={messages.tiles.customers} back="/more" />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        {posID === null ? (
          <Placeholder icon={IconMapPin} text={messages.customers.selectLocation} />
        ) : (
          <Guests key={posID} posID={posID} />
        )}
      </div>
    </>
  );
}

function Guests({ posID }: { posID: string }) {
  const sessionID = useSessionID();
  const wide = useWide();
  const top = useRef<HTMLDivElement>(null);
  const { guest, open } = useGuestsAddress(posID);
  const [q, setQ] = useState('');
  const [task, setTask] = useState<Task | null>(null);
  const search = useMemo<GuestSearch>(
    () => ({ sessionID, posID, ...(q !== '' && { search: q }) }),
    [sessionID, posID, q],
  );
  const onSearch = useCallback(
    (words: string) => {
      // Another list begins at its beginning.
      if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
      setQ(words);
      open(null);
    },
    [open],
  );
  const close = useCallback(() => open(null), [open]);
  const endTask = useCallback(() => setTask(null), []);
  const words = messages.guestList;
  return (
    <>
      <div ref={top} className={classes.listTop} />
      <SearchBox
        label={words.label}
        placeholder={words.placeholder}
        value={q}
        onSearch={onSearch}
        maxLength={SEARCH_MAX}
      />
      {sessionID !== '' && (
        <div className={classes.columns} data-wide={wide || undefined}>
          <GuestList
            search={search}
            opened={guest === null ? null : guestKey(guest)}
            onOpen={open}
            onClearSearch={() => onSearch('')}
          />
          {wide && <GuestPane guest={guest} onTask={setTask} />}
        </div>
      )}
      {!wide && (
        <GuestSheet guest={guest} covered={task !== null} onClose={close} onTask={setTask} />
      )}
      {guest !== null && <GuestTask guest={guest} task={task} onClose={endTask} />}
    </>
  );
}
