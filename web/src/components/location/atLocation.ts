import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';

/**
 * ' at Saffron Pizza', for the title or the question of an action that changes something at a location; empty for a person
 * with one location only.
 */
export function useAtLocation(posID: string | null): string {
  const { list } = useLocations();
  const name = list.find((location) => location.posID === posID)?.name;
  return name === undefined || list.length < 2 ? '' : messages.locations.at(name);
}

/** The question with the location of `useAtLocation` before its question mark. */
export function askAt(question: string, at: string): string {
  return question.endsWith('?') ? `${question.slice(0, -1)}${at}?` : `${question}${at}`;
}
