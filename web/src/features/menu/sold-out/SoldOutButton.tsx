import { Button } from '@mantine/core';
import { IconBan, IconCheck } from '@tabler/icons-react';
import type { Item } from '@/api';
import { messages } from '@/lib/messages';
import { soldOutLine } from '../items/itemWords';
import classes from './SoldOutButton.module.css';
import { useSoldOut } from './useSoldOut';

const words = messages.soldOut;

/** Marks an item as sold out, or shows the mark and removes it. */
export function SoldOutButton({ item, onMark }: { item: Item; onMark: () => void }) {
  const { takeBack, busy } = useSoldOut(item.displayName);
  if (!item.soldOut) {
    return (
      <Button
        variant="default"
        fullWidth
        leftSection={<IconBan size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={onMark}
      >
        {words.mark}
      </Button>
    );
  }
  return (
    <div className={classes.state}>
      <span className={classes.stateText}>
        {soldOutLine(item)}
        {item.soldOutBy === 'till' && <span className={classes.hint}>{words.atPOSHint}</span>}
      </span>
      <Button
        variant="default"
        leftSection={<IconCheck size={18} aria-hidden />}
        loading={busy}
        onClick={() => void takeBack([item])}
      >
        {words.turnBackOn}
      </Button>
    </div>
  );
}
