import { messages } from '@/lib/messages';

/** The page's name in the browser's tab and history; React moves it into the document's head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${messages.app.name}`}</title>;
}
