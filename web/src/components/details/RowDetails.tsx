import { CloseButton, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { messages } from '@/lib/messages';
import { Card } from '../data-list';
import { useOverlay } from '../navigation/overlays';
import { useWide } from '../navigation/useWide';
import { BottomSheet } from '../sheet/BottomSheet';
import classes from './Details.module.css';
import { usePaneFocus } from './usePaneFocus';

interface RowDetailsProps {
  /** Whether a row is chosen. */
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Of the pane. */
  className?: string | undefined;
  /** False for details that are a few lines: their sheet is no higher than they are. */
  long?: boolean;
  /** False while a dialog lies above the sheet, which Escape closes alone. */
  closeOnEscape?: boolean;
  children: ReactNode;
}

/** Details of a list's row that the address names, in `Columns`: beside the list on wide screens, else in a bottom sheet. */
export function RowDetails(props: RowDetailsProps) {
  const { opened, onClose, title, long = true, closeOnEscape = true, children } = props;
  const wide = useWide();
  useOverlay(wide && opened, onClose, true);
  if (wide) {
    return opened && <Pane {...props} closeOnEscape={closeOnEscape} />;
  }
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={title}
      full={long}
      byAddress
      closeOnEscape={closeOnEscape}
    >
      {opened && children}
    </BottomSheet>
  );
}

function Pane({ onClose, title, className = '', closeOnEscape, children }: RowDetailsProps) {
  const titleId = useId();
  const heading = usePaneFocus<HTMLHeadingElement>();
  useHotkeys([
    [
      'Escape',
      ({ target }) => {
        // An open menu takes the key for itself.
        const inMenu = target instanceof Element && target.closest('[role="menu"]') !== null;
        if (closeOnEscape && !inMenu) onClose();
      },
    ],
  ]);
  return (
    <aside className={`${classes.pane} ${className}`} aria-labelledby={titleId}>
      <Card>
        <div className={classes.head}>
          <Title
            order={2}
            fz="lg"
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className={classes.title}
          >
            {title}
          </Title>
          <CloseButton size={44} aria-label={messages.widgets.close} onClick={onClose} />
        </div>
        {children}
      </Card>
    </aside>
  );
}
