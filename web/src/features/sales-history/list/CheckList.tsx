import { Button } from '@mantine/core';
import { api, type InsideSalesRequest } from '@/api';
import { checkKey } from '@/components/checks/checkWords';
import { type ListFilter, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { dateOf } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { CheckRow } from './CheckRow';

/** Which checks: a location, dates, search words, or only those with exceptions. */
export type CheckFilter = ListFilter<InsideSalesRequest>;

/** Checks, newest first. */
const checks = pagesOf({
  call: api.endpoints.getInsideSales,
  args: (insideSalesRequest: InsideSalesRequest) => ({ insideSalesRequest }),
  rows: ({ checkReportList }) => checkReportList,
  keyOf: checkKey,
  dayOf: ({ businessDate }) => dateOf(businessDate),
});

interface CheckListProps {
  filter: CheckFilter;
  /** Key of the check whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
  onClearSearch: () => void;
}

const sameLocation = (before: CheckFilter, now: CheckFilter) => before.posID === now.posID;

/** Checks under their dates, newest first, more as the list is scrolled. */
export function CheckList({ filter, opened, onOpen, onClearSearch }: CheckListProps) {
  return (
    <PagedRows
      label={messages.tiles.salesHistory}
      source={checks}
      filter={filter}
      staysFor={sameLocation}
      empty={<NothingFound filter={filter} onClear={onClearSearch} />}
      end={filter.onlyExceptions ? messages.exceptions.end : messages.checks.end}
      failureMore={messages.checks.failedMore}
      render={(check) => {
        const key = checkKey(check);
        return <CheckRow check={check} selected={key === opened} onOpen={() => onOpen(key)} />;
      }}
    />
  );
}

/** Without checks in these dates, or without a match. */
function NothingFound({ filter, onClear }: { filter: CheckFilter; onClear: () => void }) {
  const words = messages.checkSearch;
  const { none, noneNext, noMatch } = messages.exceptions;
  if (filter.search === undefined) {
    return filter.onlyExceptions ? (
      <EmptySection text={none} next={noneNext} />
    ) : (
      <EmptySection text={messages.sales.none} />
    );
  }
  return (
    <EmptySection
      text={filter.onlyExceptions ? noMatch : words.none}
      next={words.noneNext}
      action={
        <Button variant="default" onClick={onClear}>
          {words.clear}
        </Button>
      }
    />
  );
}
