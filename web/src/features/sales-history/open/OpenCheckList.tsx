import { api, type OpenChecksRequest } from '@/api';
import { checkKey } from '@/components/checks/checkWords';
import { type ListFilter, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { OpenCheckRow } from './OpenCheckRow';

/** Which open checks: those of a location, or of all. */
export type OpenFilter = ListFilter<OpenChecksRequest>;

/** Open checks, oldest first. */
const openChecks = pagesOf({
  call: api.endpoints.getOpenChecks,
  args: (openChecksRequest: OpenChecksRequest) => ({ openChecksRequest }),
  rows: ({ checkReportList }) => checkReportList,
  keyOf: checkKey,
});

interface OpenCheckListProps {
  filter: OpenFilter;
  /** Key of the check whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
}

/** Open checks, oldest first, more as the list is scrolled; each with its location where they are of several. */
export function OpenCheckList({ filter, opened, onOpen }: OpenCheckListProps) {
  const words = messages.openChecks;
  const { list } = useLocations();
  const named = filter.posID === undefined && list.length > 1;
  return (
    <PagedRows
      label={words.title}
      source={openChecks}
      filter={filter}
      empty={<EmptySection text={words.none} next={words.noneNext} />}
      end={words.end}
      failureMore={messages.checks.failedMore}
      render={(check) => {
        const key = checkKey(check);
        const { name = check.posID } = list.find(({ posID }) => posID === check.posID) ?? {};
        return (
          <OpenCheckRow
            check={check}
            location={named ? name : null}
            selected={key === opened}
            onOpen={() => onOpen(key)}
          />
        );
      }}
    />
  );
}
