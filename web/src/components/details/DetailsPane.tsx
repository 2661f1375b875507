import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Card } from '../data-list';
import classes from './Details.module.css';

interface DetailsPaneProps {
  /** What is shown is called; `null` while nothing is chosen. */
  title: string | null;
  /** What the pane is called until then. */
  label?: string;
  /** Says what to choose. */
  choose: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Details beside the list, where the screen has room for both; they have their own scroll bar. */
export function DetailsPane({ title, label, choose, className = '', children }: DetailsPaneProps) {
  const titleId = useId();
  const classNames = `${classes.pane} ${className}`;
  if (title === null) {
    return (
      <aside className={classNames} aria-label={label}>
        <p className={classes.nothing}>{choose}</p>
      </aside>
    );
  }
  return (
    <aside className={classNames} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {title}
        </Title>
        {children}
      </Card>
    </aside>
  );
}
