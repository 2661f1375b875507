import { memo } from 'react';
import { type FigureId, figureOf } from '@/lib/figures';
import { InfoIcon } from './InfoIcon';

interface FigureInfoProps {
  /** One figure, or those of one chart. */
  id: FigureId | readonly FigureId[];
  /** A note after the definition. */
  note?: string | undefined;
}

/** An icon beside a figure that opens its definition. */
export const FigureInfo = memo(function FigureInfo({ id, note }: FigureInfoProps) {
  const figures = [id].flat().map((one) => figureOf(one as FigureId));
  const title = figures.map(({ label }) => label).join(', ');
  const definitions = figures.map(({ label, definition }) =>
    figures.length === 1 ? definition : `${label}: ${definition}`,
  );
  const detail = [...definitions, ...(note === undefined ? [] : [note])].join(' ');
  return <InfoIcon title={title} detail={detail} />;
});
