import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Card } from '../data-list';
import { useOverlay } from '../navigation/overlays';
import { useWide } from '../navigation/useWide';
import { BottomSheet } from '../sheet/BottomSheet';
import classes from './Details.module.css';

interface RowDetailsProps {
  /** Whether a row is chosen. */
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Name of the pane while no row is chosen. */
  label?: string;
  /** Hint to choose. */
  choose: string;
  /** Of the pane. */
  className?: string | undefined;
  /** False while a dialog lies above the sheet, which Escape closes alone. */
  closeOnEscape?: boolean;
  children: ReactNode;
}

/** Details of a list's row that the address names, in `Columns`: beside the list on wide screens, else in a bottom sheet. */
export function RowDetails({
  opened,
  onClose,
  title,
  closeOnEscape = true,
  ...rest
}: RowDetailsProps) {
  const wide = useWide();
  useOverlay(wide && opened, onClose, true);
  const titleId = useId();
  const { label, choose, className = '', children } = rest;
  if (!wide) {
    return (
      <BottomSheet
        opened={opened}
        onClose={onClose}
        title={title}
        byAddress
        closeOnEscape={closeOnEscape}
      >
        {opened && children}
      </BottomSheet>
    );
  }
  const classNames = `${classes.pane} ${className}`;
  return opened ? (
    <aside className={classNames} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {title}
        </Title>
        {children}
      </Card>
    </aside>
  ) : (
    <aside className={classNames} aria-label={label}>
      <p className={classes.nothing}>{choose}</p>
    </aside>
  );
}
