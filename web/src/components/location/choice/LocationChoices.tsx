import { Center, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import type { LocationVariant } from '@/state/selectedLocation';
import { EmptyRegion } from '../../placeholder/EmptyRegion';
import { EmptySection } from '../../placeholder/EmptySection';
import { PageError } from '../../placeholder/PageError';
import { Spinner } from '../../skeleton/Spinner';
import { LinkRestaurant } from './LinkRestaurant';
import classes from './LocationSheet.module.css';
import { matchingLocations } from './matchingLocations';

interface LocationChoicesProps {
  variant: LocationVariant;
  /** Called after the choice. */
  onChosen: (posID: string | null) => void;
  /** Offers the row 'All Locations', which clears the selection. */
  allowAll?: boolean;
  /** May veto a change of location, or delay it. */
  beforeChange?: (change: () => void) => void;
}

const atOnce = (change: () => void) => change();

/** The linked locations with a search; choosing the current one does nothing. */
export function LocationChoices({
  variant,
  onChosen,
  allowAll = false,
  beforeChange = atOnce,
}: LocationChoicesProps) {
  const { list, loaded, loading, failed, error, refetch } = useLocations();
  const { posID: chosen, select } = useSelectedLocation(variant);
  const [search, setSearch] = useState('');
  const all = useRef<HTMLDivElement>(null);
  /** Height of the whole list, in pixels: a search does not shrink the sheet. */
  const [height, setHeight] = useState(0);

  if (loading && list.length === 0) {
    return (
      <Center py="xl">
        <Spinner />
      </Center>
    );
  }
  if (failed && list.length === 0) {
    return <PageError error={error} text={messages.views.failed} onRetry={refetch} />;
  }
  if (loaded && list.length === 0)
    return <EmptySection text={messages.locations.none} action={<LinkRestaurant />} />;

  const choose = (posID: string | null) => {
    if (posID === chosen) return;
    beforeChange(() => select(posID));
    onChosen(posID);
  };
  const matches = matchingLocations(list, search);
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        value={search}
        onChange={(event) => {
          if (search === '') setHeight(all.current?.offsetHeight ?? 0);
          setSearch(event.currentTarget.value);
        }}
        placeholder={messages.locations.search}
        aria-label={messages.locations.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
      />
      <div ref={all} style={{ minHeight: search === '' ? undefined : height }}>
        <ul className={classes.list}>
          {allowAll && (
            <Row
              name={messages.locations.all}
              chosen={chosen === null}
              onClick={() => choose(null)}
            />
          )}
          {matches.map(({ posID, name, postalAddress }) => (
            <Row
              key={posID}
              name={name}
              detail={postalAddress}
              chosen={posID === chosen}
              onClick={() => choose(posID)}
            />
          ))}
        </ul>
        <EmptyRegion>
          {matches.length === 0 && <EmptySection text={messages.locations.noMatch} />}
        </EmptyRegion>
      </div>
    </Stack>
  );
}

interface RowProps {
  name: string;
  detail?: string | null;
  chosen: boolean;
  onClick: () => void;
}

function Row({ name, detail, chosen, onClick }: RowProps) {
  return (
    <li>
      <UnstyledButton className={classes.row} onClick={onClick} aria-pressed={chosen}>
        <span className={`prose ${classes.text}`}>
          <span className={classes.name}>{name}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </span>
        {chosen && <IconCheck size={22} aria-hidden className={classes.check} />}
      </UnstyledButton>
    </li>
  );
}
