import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { WorkerMessage } from '@/lib/push/messages';
import { showNews } from './showNews';

/** Follows the service worker: a push while the app is looked at is a toast, a tapped notification opens its page. */
export function WorkerMessages() {
  const navigate = useNavigate();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<WorkerMessage | undefined>) => {
      if (data?.kind === 'push') showNews(data.payload.id, data.payload.body);
      if (data?.kind === 'open') void navigate(data.path);
    };
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('message', onMessage);
    // What was sent while the page loaded waits for this.
    serviceWorker?.startMessages();
    return () => serviceWorker?.removeEventListener('message', onMessage);
  }, [navigate]);
  return null;
}
