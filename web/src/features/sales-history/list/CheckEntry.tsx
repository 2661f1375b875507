import type { CheckSummary } from '@/api';
import { MissingRow, SectionHeading } from '@/components/data-list';
import {
  type CheckListState,
  type CheckSearch,
  checkKey,
  type PlaceInPage,
} from '@/state/checkList';
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

interface HeadEntryProps extends Opening {
  list: Pick<CheckListState, 'head'>;
  index: number;
}

/** A check of the head of the list. */
export function HeadEntry({ list: { head }, index, ...opening }: HeadEntryProps) {
  const check = head[index];
  const dateBefore = head[index - 1]?.businessDate;
  return check && <Entry check={check} dateBefore={dateBefore} {...opening} />;
}

interface LaterEntryProps extends Opening {
  search: CheckSearch;
  place: PlaceInPage;
}

/** A check of a later page, which is asked for again where it is no longer kept. */
export function LaterEntry({ search, place, ...opening }: LaterEntryProps) {
  const { page, at, dateBefore } = place;
  const { check, before, failed, refetch } = useGetCheckPageQuery(
    { ...search, cursor: page.cursor },
    {
      refetchOnReconnect: true,
      selectFromResult: ({ data, isError }) => ({
        check: data?.body.checkReportList[at],
        before: at === 0 ? dateBefore : data?.body.checkReportList[at - 1]?.businessDate,
        failed: isError,
      }),
    },
  );
  if (check !== undefined) {
    return <Entry check={check} dateBefore={before} {...opening} />;
  }
  return <MissingRow failed={failed} retry={() => void refetch()} />;
}
