import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ItemEdit } from '@/api';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './Changes.module.css';

const words = messages.edits;

function fieldName(field: string): string {
  return field in words.fields ? words.fields[field as keyof typeof words.fields] : field;
}

/** A change: what it was about, from what to what, who made it and when. */
export function ChangeRow({ edit, named }: { edit: ItemEdit; named: boolean }) {
  const field = fieldName(edit.field);
  return (
    <div className={classes.row}>
      <span className={classes.head}>
        <span className={`prose ${classes.name}`}>
          {named ? `${edit.itemName} · ${field}` : field}
        </span>
        <span className={classes.muted}>
          {formatDay(dateOf(edit.at))}, {formatTime(edit.at)}
        </span>
      </span>
      {edit.field !== 'imageUrl' && (
        <span className={classes.values}>
          <span className={classes.muted}>{edit.from ?? words.nothing}</span>
          <VisuallyHidden> {words.to} </VisuallyHidden>
          <IconArrowRight size={16} aria-hidden className={classes.arrow} />{' '}
          <span>{edit.to ?? words.nothing}</span>
        </span>
      )}
      <span className={classes.muted}>{edit.by ?? words.byTill}</span>
    </div>
  );
}
