import { ActionIcon } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import { infoOpened } from '@/state/ui';
import classes from './InfoIcon.module.css';

interface InfoIconProps {
  /** Name of the figure. */
  title: string;
  /** Its definition. */
  detail: string;
}

/** An icon that opens a definition. */
export function InfoIcon({ title, detail }: InfoIconProps) {
  const dispatch = useAppDispatch();
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
}
