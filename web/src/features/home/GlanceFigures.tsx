import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { figureOf } from '@/lib/figures';
import type { DailySummary } from '@/lib/numbers';
import { type Figure, glanceFigures } from './figures';
import classes from './Home.module.css';

interface GlanceFiguresProps {
  summary: DailySummary;
  /** Where a tap on a figure leads. */
  pathOf: (figure: Figure['id']) => string;
}

/** The figures under today's sales, three in a row where the screen has room. */
export function GlanceFigures({ summary, pathOf }: GlanceFiguresProps) {
  return (
    <dl className={classes.figures}>
      {glanceFigures(summary).map((figure) => (
        <FigureCell key={figure.id} figure={figure} path={pathOf(figure.id)} />
      ))}
    </dl>
  );
}

function FigureCell({ figure, path }: { figure: Figure; path: string }) {
  return (
    <div className={classes.figure}>
      <dt className={classes.figureName}>
        <Link to={path} className={classes.figureLink}>
          {figureOf(figure.id).label}
        </Link>
        <FigureInfo id={figure.id} />
      </dt>
      <dd className={classes.figureValue}>{figure.value}</dd>
      <dd className={classes.figureMeta}>
        <ChangeBadge change={figure.change} />
        {figure.note && <span className={classes.note}>{figure.note}</span>}
      </dd>
    </div>
  );
}

/** Keeps the place of the figures while they load. */
export function GlanceFiguresSkeleton() {
  return (
    <div className={classes.figures} aria-hidden>
      {['labor', 'cost', 'profit', 'checks', 'covers'].map((key) => (
        <Skeleton key={key} height="4.5rem" radius="lg" />
      ))}
    </div>
  );
}
