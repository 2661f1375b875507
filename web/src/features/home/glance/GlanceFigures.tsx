import { memo } from 'react';
import { Link } from 'react-router';
import { ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { figureOf } from '@/lib/figures';
import type { Summary } from '@/lib/numbers';
import classes from '../Home.module.css';
import { figurePath, type ShownDay } from './figurePaths';
import { type Figure, glanceFigures, glanceIds } from './figures';
import { OpenChecks } from './OpenChecks';

interface GlanceFiguresProps {
  /** Null while it loads. */
  summary: Summary | null;
  posID: string | null;
  dates: ShownDay['dates'];
}

/** The figures under today's sales, three in a row on wide screens; below them what is not sales yet. */
export const GlanceFigures = memo(function GlanceFigures({
  summary,
  posID,
  dates,
}: GlanceFiguresProps) {
  const figures = summary && glanceFigures(summary);
  return (
    <dl className={classes.figures}>
      {glanceIds.map((id, index) => (
        <FigureCell
          key={id}
          id={id}
          figure={figures?.[index] ?? null}
          path={figurePath(id, { posID, dates })}
        />
      ))}
      <OpenChecks summary={summary} />
    </dl>
  );
});

interface FigureCellProps {
  id: Figure['id'];
  figure: Figure | null;
  path: string;
}

function FigureCell({ id, figure, path }: FigureCellProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.figureName}>
        <Link to={path} className={classes.figureLink}>
          {figureOf(id).label}
        </Link>
        <FigureInfo id={id} />
      </dt>
      <dd className={classes.figureValue}>
        {figure ? figure.value : <ValueSkeleton width="60%" />}
      </dd>
      <dd className={classes.figureMeta}>
        <ChangeBadge change={figure?.change ?? null} />
        {figure?.note && <span className={classes.note}>{figure.note}</span>}
      </dd>
    </div>
  );
}
