import { Title, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { Card, ChangeBadge, ShareBar } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { relativeChange } from '@/lib/numbers';
import classes from './Home.module.css';
import type { RankedLocation } from './today';

interface LocationRankingProps {
  locations: readonly RankedLocation[];
  onSelect: (posID: string) => void;
}

/** Locations side by side, the largest first; a tap selects one. */
export function LocationRanking({ locations, onSelect }: LocationRankingProps) {
  return (
    <Card label={messages.home.locations}>
      <Title order={2} className={classes.label}>
        {messages.home.locations}
      </Title>
      <ol className={classes.ranking}>
        {locations.map((location) => (
          <li key={location.posID}>
            <RankedRow location={location} onSelect={onSelect} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function RankedRow({
  location,
  onSelect,
}: {
  location: RankedLocation;
  onSelect: LocationRankingProps['onSelect'];
}) {
  const change = useMemo(
    () => relativeChange(location.comparable, location.lastWeek, 'more'),
    [location],
  );
  return (
    <UnstyledButton className={classes.ranked} onClick={() => onSelect(location.posID)}>
      <span className={classes.rankedText}>
        <span className={classes.rankedName}>{location.name}</span>
        <ShareBar share={location.share} />
      </span>
      <span className={classes.rankedSide}>
        <span className={classes.rankedValue}>{formatMoney(location.grossSales)}</span>
        <span className={classes.rankedChange}>
          <ChangeBadge change={change} />
        </span>
      </span>
    </UnstyledButton>
  );
}
