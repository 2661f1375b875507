import { Button, VisuallyHidden } from '@mantine/core';
import { api, type Customer, type CustomersListRequest } from '@/api';
import { type ListFilter, ListRow, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatPointCount } from '@/lib/points';
import { guestKey, nameOf, secondaryPhone } from '../guests';
import classes from './GuestList.module.css';

/** Which guests: those of a location, by search words. */
export type GuestSearch = ListFilter<CustomersListRequest>;

/** Guests, the latest visit first. */
const guests = pagesOf({
  call: api.endpoints.getCustomersList,
  args: (customersListRequest: CustomersListRequest) => ({ customersListRequest }),
  rows: ({ customerList }) => customerList,
  keyOf: guestKey,
});

interface GuestListProps {
  search: GuestSearch;
  /** Key of the guest whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
  onClearSearch: () => void;
}

const sameLocation = (before: GuestSearch, now: GuestSearch) => before.posID === now.posID;

/** Guests of one location, the latest visit first, more as the list is scrolled. */
export function GuestList({ search, opened, onOpen, onClearSearch }: GuestListProps) {
  return (
    <PagedRows
      label={messages.tiles.customers}
      source={guests}
      filter={search}
      staysFor={sameLocation}
      failure={messages.customers.failed}
      empty={<NothingFound search={search} onClear={onClearSearch} />}
      end={messages.guestList.end}
      render={(guest) => <GuestRow guest={guest} opened={opened} onOpen={onOpen} />}
    />
  );
}

/** Without guests at this location, or without a match. */
function NothingFound({ search, onClear }: { search: GuestSearch; onClear: () => void }) {
  const words = messages.guestList;
  if (search.search === undefined) {
    return <EmptySection text={messages.customers.none} next={words.noneNext} />;
  }
  return (
    <EmptySection
      text={words.noMatch}
      next={words.noMatchNext}
      action={
        <Button variant="default" onClick={onClear}>
          {messages.checkSearch.clear}
        </Button>
      }
    />
  );
}

interface GuestRowProps extends Pick<GuestListProps, 'opened' | 'onOpen'> {
  guest: Customer;
}

/** A guest: name, phone and last visit left, points and spend right. */
function GuestRow({ guest, opened, onOpen }: GuestRowProps) {
  const key = guestKey(guest);
  return (
    <ListRow
      title={<span className={guest.erased ? classes.erased : classes.name}>{nameOf(guest)}</span>}
      detail={<GuestDetail guest={guest} />}
      value={formatPointCount(guest.points)}
      note={formatMoney(guest.spend)}
      onClick={() => onOpen(key)}
      selected={key === opened}
    />
  );
}

/** Phone and last visit, with a label of the date for screen readers. */
function GuestDetail({ guest }: { guest: Customer }) {
  const phone = secondaryPhone(guest);
  const { lastVisit } = guest;
  const words = messages.guestList;
  return (
    <span className={classes.detail}>
      {phone !== null && <span>{phone}</span>}
      <span>
        {lastVisit === null ? (
          words.noVisit
        ) : (
          <>
            <VisuallyHidden>{words.lastVisit} </VisuallyHidden>
            {formatDay(dateOf(lastVisit))}
          </>
        )}
      </span>
    </span>
  );
}
