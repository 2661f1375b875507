import { useMemo } from 'react';
import { PagedRows } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { ChangeRow } from './ChangeRow';
import { type EditsAsked, editPages } from './editPages';

const words = messages.edits;

/** Who changed what at a location, newest first. */
export function ChangeList({ posID }: { posID: string }) {
  const sessionID = useSessionID();
  const asked = useMemo<EditsAsked>(() => ({ sessionID, posID }), [sessionID, posID]);
  return (
    <PagedRows
      label={messages.menu.changes}
      source={editPages}
      asked={asked}
      empty={<EmptySection text={words.none} next={words.noneNext} />}
      end={words.end}
      render={(edit) => <ChangeRow edit={edit} named />}
    />
  );
}
