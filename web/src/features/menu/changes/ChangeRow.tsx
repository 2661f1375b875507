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

/** A value of the server with its dates in the app's format; names given by people stay unchanged. */
function shown({ field }: ItemEdit, value: string | null | undefined): string {
  if (value === null || value === undefined) {
    return field === 'price' ? messages.menu.openPrice : words.nothing;
  }
  if (field !== 'offer' && field !== 'soldOut') return value;
  return value.replace(
    /(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?/g,
    (_, day: string, time?: string) =>
      time === undefined ? formatDay(day) : `${formatDay(day)}, ${formatTime(`${day}T${time}:00`)}`,
  );
}

/** A change: item and field, old and new value, author and time. */
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
          <span className={classes.muted}>{shown(edit, edit.from)}</span>
          <VisuallyHidden> {words.to} </VisuallyHidden>
          <IconArrowRight size={16} aria-hidden className={classes.arrow} />
          <span>{shown(edit, edit.to)}</span>
        </span>
      )}
      <span className={classes.muted}>{edit.by ?? words.byPOS}</span>
    </div>
  );
}
