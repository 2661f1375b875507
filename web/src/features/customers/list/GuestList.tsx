import { Button } from '@mantine/core';
import type { Customer, CustomersListRequest } from '@/api';
import { type ListFilter, ListRow, PagedRows } from '@/components/data-list';
import { guestPages, lastVisitOf, visitCount } from '@/components/guest-filter';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatPointCount } from '@/lib/points';
import { guestKey, nameOf } from '../guests';
import classes from './GuestList.module.css';

/** Which guests: those of a location, by search words and group, in an order. */
export type GuestSearch = ListFilter<CustomersListRequest>;

interface GuestListProps {
  search: GuestSearch;
  /** Key of the guest whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
  /** Called to leave out search words and group. */
  onShowAll: () => void;
}

const sameLocation = (before: GuestSearch, now: GuestSearch) => before.posID === now.posID;

/** Guests of one location, more as the list is scrolled. */
export function GuestList({ search, opened, onOpen, onShowAll }: GuestListProps) {
  return (
    <PagedRows
      label={messages.tiles.customers}
      source={guestPages}
      filter={search}
      staysFor={sameLocation}
      failure={messages.customers.failed}
      empty={<NothingFound search={search} onShowAll={onShowAll} />}
      end={messages.guestList.end}
      render={(guest) => <GuestRow guest={guest} opened={opened} onOpen={onOpen} />}
    />
  );
}

/** Without guests at this location, in the group, or without a match. */
function NothingFound({ search, onShowAll }: Pick<GuestListProps, 'search' | 'onShowAll'>) {
  const words = messages.guestList;
  if (search.search !== undefined) {
    return (
      <EmptySection
        text={words.noMatch}
        next={words.noMatchNext}
        action={
          <Button variant="default" onClick={onShowAll}>
            {messages.checkSearch.clear}
          </Button>
        }
      />
    );
  }
  if (search.segment) {
    return (
      <EmptySection
        text={words.noneInSegment}
        next={words.noneInSegmentNext}
        action={
          <Button variant="default" onClick={onShowAll}>
            {words.showAll}
          </Button>
        }
      />
    );
  }
  return <EmptySection text={messages.customers.none} next={words.noneNext} />;
}

interface GuestRowProps extends Pick<GuestListProps, 'opened' | 'onOpen'> {
  guest: Customer;
}

/** A guest: name, last visit and points left, spend and visits right. */
function GuestRow({ guest, opened, onOpen }: GuestRowProps) {
  const key = guestKey(guest);
  const points = guest.points > 0 ? formatPointCount(guest.points) : null;
  return (
    <ListRow
      title={<span className={guest.erased ? classes.erased : classes.name}>{nameOf(guest)}</span>}
      detail={[lastVisitOf(guest), points].filter(Boolean).join(' · ')}
      value={formatMoney(guest.spend)}
      note={visitCount(guest.visits)}
      onClick={() => onOpen(key)}
      selected={key === opened}
    />
  );
}
