import { ActionIcon } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import { infoOpened } from '@/state/ui';
import classes from './FigureInfo.module.css';

interface FigureInfoProps {
  /** One figure, or those of one chart. */
  id: FigureId | readonly FigureId[];
  /** A note after the definition. */
  note?: string | undefined;
}

/** An icon beside a figure that opens its definition. */
export const FigureInfo = memo(function FigureInfo({ id, note }: FigureInfoProps) {
  const dispatch = useAppDispatch();
  const figures = [id].flat().map((one) => figureOf(one as FigureId));
  const title = figures.map(({ label }) => label).join(', ');
  const definitions = figures.map(({ label, definition }) =>
    figures.length === 1 ? definition : `${label}: ${definition}`,
  );
  const detail = [...definitions, ...(note === undefined ? [] : [note])].join(' ');
  return (
    <ActionIcon
      variant="transparent"
      size={24}
      className={classes.root}
      aria-haspopup="dialog"
      aria-label={messages.figureWords.whatIs(title)}
      onClick={() => {
        dispatch(infoOpened({ title, detail }));
      }}
    >
      <IconInfoCircle size={16} aria-hidden />
    </ActionIcon>
  );
});
