import { IconMapPin } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { DateFilter } from '@/components/date-filter';
import { SearchBox } from '@/components/list/SearchBox';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { useWide } from '@/components/navigation/useWide';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { messages } from '@/lib/messages';
import { type CheckSearch, checkKey } from '@/state/checkList';
import { useSessionID } from '@/state/hooks';
import { CheckPane, CheckSheet } from './CheckDetails';
import { CheckList } from './CheckList';
import classes from './SalesHistory.module.css';
import { useHistoryAddress } from './useHistoryAddress';

/** Characters that the API takes. */
const SEARCH_MAX = 100;

/** /home/sales-history: the checks of one location in a span of dates, today at first. */
export function Component() {
  const address = useHistoryAddress();
  return (
    <>
      <TopBar title={messages.tiles.salesHistory} />
      <ReportSwitch />
      <div className={classes.page}>
        <LocationStrip variant="general" />
        {address.posID === null ? (
          <Placeholder icon={IconMapPin} text={messages.sales.selectLocation} />
        ) : (
          <History address={address} posID={address.posID} />
        )}
      </div>
    </>
  );
}

interface HistoryProps {
  address: ReturnType<typeof useHistoryAddress>;
  posID: string;
}

function History({ address, posID }: HistoryProps) {
  const { ready, today, range, q, check, setRange, setSearch, open } = address;
  const sessionID = useSessionID();
  const wide = useWide();
  const top = useRef<HTMLDivElement>(null);
  const { startDate, endDate } = range;
  const search = useMemo<CheckSearch>(
    () => ({ sessionID, posID, startDate, endDate, ...(q !== '' && { search: q }) }),
    [sessionID, posID, startDate, endDate, q],
  );
  const onSearch = useCallback(
    (words: string) => {
      // Another list begins at its beginning.
      if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
      setSearch(words);
    },
    [setSearch],
  );
  const close = useCallback(() => open(null), [open]);
  const words = messages.checkSearch;
  return (
    <>
      <DateFilter value={range} today={today} onChange={setRange} />
      <div ref={top} className={classes.top} />
      <SearchBox
        label={words.label}
        placeholder={words.placeholder}
        value={q}
        onSearch={onSearch}
        maxLength={SEARCH_MAX}
      />
      {ready && sessionID !== '' && (
        <div className={classes.columns} data-wide={wide || undefined}>
          <CheckList
            search={search}
            opened={check === null ? null : checkKey(check)}
            onOpen={open}
            onClearSearch={() => onSearch('')}
          />
          {wide && <CheckPane check={check} range={range} />}
        </div>
      )}
      {!wide && <CheckSheet check={check} range={range} onClose={close} />}
    </>
  );
}
