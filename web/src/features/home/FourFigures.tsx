import { Paper, Skeleton } from '@mantine/core';
import { ChangeBadge } from '@/components/data-list';
import type { DailySummary } from '@/lib/numbers';
import { type Figure, fourFigures } from './figures';
import classes from './Home.module.css';

/** Labor %, cost %, profit and covers, two in a row. */
export function FourFigures({ summary }: { summary: DailySummary }) {
  return (
    <dl className={classes.figures}>
      {fourFigures(summary).map((figure) => (
        <FigureCard key={figure.key} figure={figure} />
      ))}
    </dl>
  );
}

function FigureCard({ figure }: { figure: Figure }) {
  return (
    <Paper withBorder radius="lg" className={classes.figure}>
      <dt className={classes.label}>{figure.label}</dt>
      <dd className={classes.figureValue}>{figure.value}</dd>
      <dd className={classes.figureMeta}>
        <ChangeBadge change={figure.change} />
        {figure.note && <span className={classes.note}>{figure.note}</span>}
      </dd>
    </Paper>
  );
}

/** Keeps the place of the figures while they load. */
export function FourFiguresSkeleton() {
  return (
    <div className={classes.figures} aria-hidden>
      {['labor', 'cost', 'profit', 'covers'].map((key) => (
        <Skeleton key={key} height="5.25rem" radius="lg" />
      ))}
    </div>
  );
}
