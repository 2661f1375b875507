import { useCallback, useMemo } from 'react';
import { sessionCall } from '@/api';
import { checkKey } from '@/components/checks/checkWords';
import { DateFilter } from '@/components/date-filter';
import { Columns } from '@/components/details/Columns';
import { FileMenu } from '@/components/export/FileMenu';
import { FindLink } from '@/components/find/FindLink';
import { SEARCH_MAX, SearchBox } from '@/components/list/SearchBox';
import { useListTop } from '@/components/list/useListTop';
import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import { CheckDetails } from './check/CheckDetails';
import { ExceptionsChip } from './exceptions/ExceptionsChip';
import { type CheckFilter, CheckList } from './list/CheckList';
import { OpenChecksLink } from './open/OpenChecksLink';
import classes from './SalesHistoryPage.module.css';
import { useHistoryAddress } from './useHistoryAddress';

/** /home/sales-history: the checks of one location in a span of dates, today at first. */
export function Component() {
  const address = useHistoryAddress();
  return (
    <>
      <TopBar title={messages.reportWords.salesHistory} back={null} />
      <ReportSwitch />
      <Page filters={<Filters address={address} />}>
        {address.posID === null ? (
          <ChooseLocation text={messages.sales.selectLocation} />
        ) : (
          <History address={address} posID={address.posID} />
        )}
      </Page>
    </>
  );
}

type Address = ReturnType<typeof useHistoryAddress>;

function Filters({ address: { posID, range, today, setRange } }: { address: Address }) {
  return (
    <>
      <LocationStrip variant="general" />
      {posID !== null && <DateFilter value={range} today={today} onChange={setRange} />}
    </>
  );
}

interface HistoryProps {
  address: Address;
  posID: string;
}

function History({ address, posID }: HistoryProps) {
  const { ready, range, q, exceptions, check, setSearch, setExceptions, open } = address;
  const signedIn = useSignedIn();
  const { top, toTop } = useListTop();
  const { startDate, endDate } = range;
  const filter = useMemo<CheckFilter>(
    () => ({
      posID,
      startDate,
      endDate,
      ...(q !== '' && { search: q }),
      ...(exceptions && { onlyExceptions: true }),
    }),
    [posID, startDate, endDate, q, exceptions],
  );
  const file = useMemo(() => ({ url: sessionCall('get-inside-sales'), body: filter }), [filter]);
  const onSearch = useCallback(
    (words: string) => {
      toTop();
      setSearch(words);
    },
    [toTop, setSearch],
  );
  const onExceptions = useCallback(
    (only: boolean) => {
      toTop();
      setExceptions(only);
    },
    [toTop, setExceptions],
  );
  const close = useCallback(() => open(null), [open]);
  const words = messages.checkSearch;
  return (
    <>
      {top}
      <SearchBox
        label={words.label}
        placeholder={words.placeholder}
        value={q}
        onSearch={onSearch}
        maxLength={SEARCH_MAX}
        menu={<FileMenu request={ready ? file : null} name="checks.csv" />}
      />
      <div className={classes.links}>
        <FindLink q={q} />
        <div className={classes.links}>
          {q === '' && <OpenChecksLink posID={posID} />}
          <ExceptionsChip chosen={exceptions} onChange={onExceptions} />
        </div>
      </div>
      <Columns className={classes.columns}>
        {ready && signedIn && (
          <CheckList
            filter={filter}
            opened={check === null ? null : checkKey(check)}
            onOpen={open}
            onClearSearch={() => onSearch('')}
          />
        )}
        <CheckDetails check={check} range={range} onClose={close} />
      </Columns>
    </>
  );
}
