import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import type { CheckSummary } from '@/api';
import { MissingRow, SectionHeading } from '@/components/data-list';
import { type CheckListState, type CheckSearch, checkKey, placeOf } from '@/state/checkList';
import { dateHeading } from '../checks';
import { CheckRow } from './CheckRow';
import { useGetCheckPageQuery } from './checksApi';

interface Opening {
  /** Key of the check whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
}

interface EntryProps extends Opening {
  check: CheckSummary;
  /** Business date of the check before. */
  dateBefore: string | undefined;
}

/** A check, under its date where it is the first of it. */
function Entry({ check, dateBefore, opened, onOpen }: EntryProps) {
  const heading = dateHeading(check.businessDate, dateBefore);
  const key = checkKey(check);
  return (
    <>
      {heading !== null && <SectionHeading>{heading}</SectionHeading>}
      <CheckRow check={check} selected={key === opened} onOpen={() => onOpen(key)} />
    </>
  );
}

interface CheckEntryProps extends Opening {
  list: CheckListState;
  search: CheckSearch;
  index: number;
}

/**
 * A check of the list. That of a later page is asked for again where it is no longer kept; what was seen of it stays
 * until it is read, also where it went from one page to another because others came in front.
 */
export function CheckEntry({ list, search, index, ...opening }: CheckEntryProps) {
  const { head } = list;
  const place = index < head.length ? null : placeOf(list, index);
  const { page, failed, refetch } = useGetCheckPageQuery(
    place === null ? skipToken : { ...search, cursor: place.page.cursor },
    {
      refetchOnReconnect: true,
      selectFromResult: ({ currentData, isError }) => ({
        page: currentData?.body.checkReportList,
        failed: isError,
      }),
    },
  );
  const [rows, at] = place === null ? [head, index] : [page, place.at];
  const check = rows?.[at];
  const dateBefore = at === 0 ? place?.dateBefore : rows?.[at - 1]?.businessDate;
  const [seen, setSeen] = useState({ check, dateBefore });
  if (check !== undefined && (check !== seen.check || dateBefore !== seen.dateBefore)) {
    setSeen({ check, dateBefore });
  }
  if (check !== undefined) {
    return <Entry check={check} dateBefore={dateBefore} {...opening} />;
  }
  if (seen.check !== undefined) {
    return <Entry check={seen.check} dateBefore={seen.dateBefore} {...opening} />;
  }
  return <MissingRow failed={failed} retry={() => void refetch()} />;
}
