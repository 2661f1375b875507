import type { ImportSummary } from '@/api';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import { GuestsCard } from './GuestsCard';
import { ItemsCard } from './ItemsCard';
import { ShiftsCard } from './ShiftsCard';

const words = messages.importLists;

interface ListCardsProps {
  summary: ImportSummary;
  /** What an undo will not take back. */
  undoLeaves: string | null;
}

/** What the files bring beside sales, and what they do not say. */
export function ListCards({ summary, undoLeaves }: ListCardsProps) {
  const { shifts, items, guests, notes } = summary;
  const known = [...notes, ...(undoLeaves === null ? [] : [undoLeaves])];
  return (
    <>
      {shifts !== null && <ShiftsCard shifts={shifts} />}
      {items !== null && <ItemsCard items={items} />}
      {guests !== null && <GuestsCard guests={guests} />}
      {known.length > 0 && (
        <Card label={words.notes}>
          <h2 className={page.title}>{words.notes}</h2>
          {known.map((note) => (
            <p key={note} className={page.text}>
              {note}
            </p>
          ))}
        </Card>
      )}
    </>
  );
}
