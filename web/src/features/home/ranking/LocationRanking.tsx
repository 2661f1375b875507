import { Button, Title, UnstyledButton } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import type { Location } from '@/api';
import { Card, ChangeBadge, ShareBar } from '@/components/data-list';
import { Choice } from '@/components/segments/Choice';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import classes from '../Home.module.css';
import type { TodayRow } from '../today/today';
import { type RankBy, type RankedLocation, rankLocations } from './ranking';
import { useRankChoice } from './useRankChoice';

/** Rows shown before 'Show all'. */
const FIRST = 5;

interface LocationRankingProps {
  locations: readonly Location[];
  /** Null while they load. */
  rows: readonly TodayRow[] | null;
  onSelect: (posID: string) => void;
}

/** Locations ranked, the best or the worst first; a tap shows one alone. */
export const LocationRanking = memo(function LocationRanking({
  locations,
  rows,
  onSelect,
}: LocationRankingProps) {
  const { by, order, rankBy, turn } = useRankChoice();
  const [all, setAll] = useState(false);
  const ranked = useMemo(
    () => rankLocations(locations, rows ?? [], by, order),
    [locations, rows, by, order],
  );
  const words = messages.glance;
  const worst = order === 'worst';
  const OrderIcon = worst ? IconSortAscending : IconSortDescending;
  return (
    <Card label={messages.home.locations} compact>
      <div className={classes.rankHead}>
        <Title order={2} className={classes.label}>
          {messages.home.locations}
        </Title>
        <Choice
          inline
          label={words.rankBy}
          value={by}
          onChange={rankBy}
          options={[
            { value: 'sales', label: words.bySales },
            { value: 'change', label: words.byChange },
          ]}
        />
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.rankTurn}
          leftSection={<OrderIcon size={16} aria-hidden />}
          onClick={turn}
        >
          {worst ? words.worstFirst : words.bestFirst}
        </Button>
      </div>
      <ol key={rows ? 'ranked' : 'waiting'} className={classes.ranking}>
        {ranked.slice(0, all ? undefined : FIRST).map((location) => (
          <li key={location.posID}>
            {rows ? (
              <RankedRow location={location} by={by} onSelect={onSelect} />
            ) : (
              <RankedRowSkeleton name={location.name} />
            )}
          </li>
        ))}
      </ol>
      {ranked.length > FIRST && (
        <Button variant="subtle" fullWidth onClick={() => setAll(!all)}>
          {all ? words.fewer : words.all(ranked.length)}
        </Button>
      )}
    </Card>
  );
});

interface RankedRowProps {
  location: RankedLocation;
  by: RankBy;
  onSelect: LocationRankingProps['onSelect'];
}

function RankedRow({ location, by, onSelect }: RankedRowProps) {
  const { posID, name, grossSales, change, bar } = location;
  const tone = by === 'change' ? change?.tone : undefined;
  return (
    <UnstyledButton className={classes.ranked} onClick={() => onSelect(posID)}>
      <span className={classes.rankedText}>
        <span className={classes.rankedName}>{name}</span>
        <ShareBar share={bar} tone={tone} />
      </span>
      <span className={classes.rankedSide}>
        <span className={classes.rankedValue}>{formatMoney(grossSales)}</span>
        <span className={classes.rankedChange}>
          {change === null ? messages.figures.none : <ChangeBadge change={change} />}
        </span>
      </span>
    </UnstyledButton>
  );
}

/** As high as the row of that name; empty until the ranks are known. */
function RankedRowSkeleton({ name }: { name: string }) {
  return (
    <div className={classes.ranked}>
      <div className={classes.rankedText}>
        <TextSkeleton>
          <span className={classes.rankedName}>{name}</span>
        </TextSkeleton>
        <ShareBar share={0} />
      </div>
      <div className={classes.rankedSide}>
        <div className={classes.rankedValue}>
          <ValueSkeleton width="3.5rem" />
        </div>
        <div className={classes.rankedChange}>
          <ValueSkeleton width="2rem" />
        </div>
      </div>
    </div>
  );
}
