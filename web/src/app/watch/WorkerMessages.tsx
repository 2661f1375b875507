import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { followWorker } from '@/lib/push/fromWorker';
import { showNews } from './showNews';

/** Follows the service worker: a push to a visible app is a toast, a tapped notification opens its page. */
export function WorkerMessages() {
  const navigate = useNavigate();
  useEffect(
    () =>
      followWorker((message) => {
        if (message.kind === 'push') showNews(message.payload.id, message.payload.body);
        if (message.kind === 'open') void navigate(message.path);
      }),
    [navigate],
  );
  return null;
}
