import { Button, Checkbox } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { MarketingRecipient } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { type AllRows, SecondLine, useAllRows, VirtualRows } from '@/components/data-list';
import {
  everyone,
  filterFields,
  GuestFilterBar,
  guestPages,
  lastVisitOf,
  visitCount,
} from '@/components/guest-filter';
import { SearchBox } from '@/components/list/SearchBox';
import { EmptyRegion } from '@/components/placeholder/EmptyRegion';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { Spinner } from '@/components/skeleton/Spinner';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { exclusionText, personName, secondaryAddress } from '../../campaignWords';
import { matchingRecipients, type PickedGuest, withVisits } from './matching';
import classes from './RecipientPicker.module.css';

const words = messages.recipientPicker;

interface RecipientPickerProps {
  posID: string;
  recipients: AllRows<MarketingRecipient>;
  /** posCustomerIDs of the chosen recipients. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  onDone: () => void;
}

/** Chooses recipients among a location's customers; excluded ones show the reason. */
export function RecipientPicker({ recipients, ...rest }: RecipientPickerProps) {
  const { state, rows: list } = recipients;
  if (state !== 'loaded') return <NotLoaded list={recipients} />;
  if (list.length === 0) {
    return (
      <EmptySection text={messages.marketing.noRecipients} next={messages.guestList.noneNext} />
    );
  }
  return <Choices recipients={list} {...rest} />;
}

/** A list that is loading, with the number of rows so far, or that failed. */
function NotLoaded({ list: { state, rows, error, retry } }: { list: AllRows<unknown> }) {
  if (state === 'failed') {
    return <PageError error={error} text={messages.customers.failed} onRetry={retry} />;
  }
  return (
    <div className={classes.loading} role="status">
      {/* The element around it has the role status. */}
      <Spinner role="img" />
      {rows.length > 0 && words.loading(formatCount(rows.length))}
    </div>
  );
}

interface ChoicesProps extends Omit<RecipientPickerProps, 'recipients'> {
  recipients: readonly MarketingRecipient[];
}

function Choices({ posID, recipients, chosen, onChange, onDone }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(everyone);
  const request = useMemo(() => ({ posID, ...filterFields(filter) }), [posID, filter]);
  const group = useAllRows(guestPages, request);
  const list = useMemo(
    () => withVisits(recipients, group.rows, filter.segment === null),
    [recipients, group.rows, filter.segment],
  );
  const found = useMemo(() => matchingRecipients(list, search), [list, search]);
  const may = useMemo(() => found.filter(({ exclusion }) => exclusion === null), [found]);
  const mayAtAll = useMemo(() => list.filter(({ exclusion }) => exclusion === null).length, [list]);
  const isNarrowed = search !== '' || filter.segment !== null;
  const chosenFound = may.filter(({ posCustomerID }) => chosen.has(posCustomerID)).length;
  const all = may.length > 0 && chosenFound === may.length;

  const set = (of: readonly MarketingRecipient[], wanted: boolean) => {
    const next = new Set(chosen);
    for (const { posCustomerID } of of) {
      if (wanted) next.add(posCustomerID);
      else next.delete(posCustomerID);
    }
    onChange(next);
  };
  const keyAt = useCallback((index: number) => found[index]?.posCustomerID ?? index, [found]);
  const cannot = list.length - mayAtAll;

  return (
    <div className={classes.root}>
      <SearchBox
        label={words.label}
        placeholder={words.placeholder}
        value={search}
        onSearch={setSearch}
      />
      <GuestFilterBar value={filter} onChange={setFilter} />
      {group.state !== 'loaded' && <NotLoaded list={group} />}
      <EmptyRegion>
        {group.state === 'loaded' && found.length === 0 && (
          <EmptySection text={messages.marketing.noMatch} />
        )}
      </EmptyRegion>
      {group.state === 'loaded' && found.length > 0 && (
        <>
          <div className={classes.head}>
            <Checkbox
              label={isNarrowed ? words.allFound : words.all}
              checked={all}
              indeterminate={chosenFound > 0 && !all}
              disabled={may.length === 0}
              onChange={() => set(may, !all)}
              classNames={{ body: classes.all }}
            />
            <span className={classes.counts} role="status">
              {words.chosen(formatCount(chosen.size), formatCount(mayAtAll))}
              {cannot > 0 && (
                <span className={classes.cannot}>
                  {cannot === 1 ? words.cannotOne : words.cannot(formatCount(cannot))}
                </span>
              )}
            </span>
          </div>
          <VirtualRows
            label={words.list}
            count={found.length}
            keyAt={keyAt}
            render={(index) => {
              const recipient = found[index];
              return (
                recipient && (
                  <Choice
                    recipient={recipient}
                    checked={chosen.has(recipient.posCustomerID)}
                    onToggle={(wanted) => set([recipient], wanted)}
                  />
                )
              );
            }}
          />
        </>
      )}
      <div className={classes.bar} data-pinned-bar>
        <Button fullWidth onClick={onDone}>
          {words.done(formatCount(chosen.size))}
        </Button>
      </div>
    </div>
  );
}

interface ChoiceProps {
  recipient: PickedGuest;
  checked: boolean;
  onToggle: (wanted: boolean) => void;
}

/** A row that is a checkbox as a whole. */
function Choice({ recipient, checked, onToggle }: ChoiceProps) {
  const { exclusion, guest } = recipient;
  const excluded = exclusion !== null;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Mantine's checkbox is the control in it.
    <label className={classes.choice} data-excluded={excluded || undefined}>
      <Checkbox
        checked={checked && !excluded}
        disabled={excluded}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        classNames={{ body: classes.box }}
      />
      <span className={classes.text}>
        <span className={`prose ${classes.name}`}>{personName(recipient)}</span>
        <span className={classes.address}>{secondaryAddress(recipient)}</span>
        {guest !== null && (
          <span className={classes.address}>
            <SecondLine
              text={`${lastVisitOf(guest)} · ${visitCount(guest.visits)} · ${formatMoney(guest.spend)}`}
            />
          </span>
        )}
      </span>
      {excluded && <StatusBadge kind="caution" label={exclusionText(exclusion)} />}
    </label>
  );
}
