import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ChangeBadge } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import type { DateRange } from '@/lib/dates';
import type { Figure } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { type Compared, changeOf, formatFigure, isComparable, type Summary } from '@/lib/numbers';
import classes from './FigureSheet.module.css';
import { flagsOf } from './lines';

/** A row whose figures are shown. */
export interface Opened {
  title: string;
  detail?: string | undefined;
  /** Values without a figure in the catalogue. */
  words?: readonly string[] | undefined;
  summary: Summary;
  /** Link to its checks. */
  checks?: string | undefined;
  /** Link to those of its checks that do not add up. */
  exceptions?: string | undefined;
}

interface FigureSheetProps {
  opened: Opened | null;
  figures: readonly Figure[];
  span: DateRange;
  /** Name of the compared span. */
  before: string;
  onClose: () => void;
}

/** All figures of a row, each beside its value of the compared span. */
export function FigureSheet({ opened, figures, span, before, onClose }: FigureSheetProps) {
  // The figures stay while the sheet slides out.
  const [shown, setShown] = useState<Opened | null>(opened);
  useEffect(() => {
    if (opened) setShown(opened);
  }, [opened]);
  const row = opened ?? shown;
  return (
    <BottomSheet opened={opened !== null} onClose={onClose} title={row?.title ?? ''}>
      {row && (
        <>
          <p className={classes.span}>
            {[row.detail, span.label, ...(row.summary.soFar ? [messages.figureWords.sameTime] : [])]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {row.words && <p className={classes.span}>{row.words.join(' · ')}</p>}
          <dl className={classes.list}>
            {figures
              .filter(({ id }) => id in row.summary.amounts)
              .map((figure) => (
                <div key={figure.id} className={classes.figure}>
                  <dt className={classes.name}>
                    {figure.label}
                    <FigureInfo id={figure.id} />
                    <span className={classes.flags}>
                      {flagsOf(figure.id, row.summary).join(', ')}
                    </span>
                  </dt>
                  <dd className={classes.value}>
                    {formatFigure(figure.id, row.summary.amounts[figure.id])}
                  </dd>
                  <Earlier figure={figure} name={before} compared={row.summary.compared} />
                </div>
              ))}
          </dl>
          {row.checks !== undefined && (
            <Button component={Link} to={row.checks} variant="default" fullWidth mt="md">
              {messages.figureWords.showChecks}
            </Button>
          )}
          {row.exceptions !== undefined && (
            <Button component={Link} to={row.exceptions} variant="default" fullWidth mt="xs">
              {messages.exceptions.show}
            </Button>
          )}
        </>
      )}
    </BottomSheet>
  );
}

interface EarlierProps {
  figure: Figure;
  name: string;
  compared: Compared | null;
}

function Earlier({ figure, name, compared }: EarlierProps) {
  const was = compared?.before[figure.id];
  if (was === null || was === undefined || !isComparable(figure.id)) {
    return null;
  }
  return (
    <dd className={classes.earlier}>
      {name} {formatFigure(figure.id, was)}{' '}
      <ChangeBadge change={changeOf(figure.id, compared)} against={name} />
    </dd>
  );
}
