import { useGetGuestTextsQuery } from '@/api';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { formatPhone } from '@/lib/phone/phone';
import classes from './Notifications.module.css';

const words = messages.inbox;

/** A guest's text, and its author. */
export function GuestText({ posID, textID }: { posID: string; textID: string }) {
  const { data, isError, error, refetch } = useGetGuestTextsQuery({
    guestTextsRequest: { posID, textID, limit: 1 },
  });
  if (data === undefined) {
    return isError ? (
      <PageError error={error} text={words.textFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={1} />
    );
  }
  const text = data.body.textList[0];
  if (text === undefined) {
    return <p className={classes.message}>{words.textGone}</p>;
  }
  const name = [text.firstName, text.lastName].filter(Boolean).join(' ');
  return (
    <>
      <blockquote className={classes.message}>{text.body}</blockquote>
      {text.attachments > 0 && (
        <p className={classes.reason}>{words.attachments(text.attachments)}</p>
      )}
      <p className={classes.reason}>{words.fromGuest(name, formatPhone(text.phone))}</p>
    </>
  );
}
