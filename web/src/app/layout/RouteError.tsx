import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { PageError } from '@/components/placeholder/PageError';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { messages } from '@/lib/messages';
import { read, write } from '@/lib/storage/storage';

/** Milliseconds within which a page reloads itself at most once. */
const onceIn = 60_000;

/** Whether a page's code could not be fetched, by the messages of Chromium, Firefox and Safari. */
function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script|Unable to preload/i.test(error.message)
  );
}

/** Whether a reload may help: the code of an older version is gone from the server. */
function mayReload(error: unknown): boolean {
  const last = read('reloadedAt') ?? 0;
  return isCodeMissing(error) && navigator.onLine && Date.now() - last > onceIn;
}

/** Deletes the service worker's files, so that all of them come from the server, and reloads. */
async function reloadFromServer(): Promise<void> {
  if (navigator.onLine && 'caches' in window) {
    const names = await caches.keys().catch(() => []);
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  window.location.reload();
}

/** A page that threw, or whose code could not be loaded, in the app's frame. It reloads itself once. */
export function RouteError() {
  const error = useRouteError();
  const [reloading] = useState(() => mayReload(error));
  useEffect(() => {
    if (!reloading) return;
    write('reloadedAt', Date.now());
    void reloadFromServer();
  }, [reloading]);
  return (
    <>
      <VisuallyHidden component="h1">{messages.app.name}</VisuallyHidden>
      {reloading ? (
        <PageSkeleton />
      ) : (
        <PageError
          error={error}
          defect={!isCodeMissing(error)}
          text={isCodeMissing(error) ? messages.version.missing : undefined}
          onRetry={() => void reloadFromServer()}
        />
      )}
    </>
  );
}

/** The same without the frame: of the frame itself, and of pages without one. */
export function RootError() {
  return (
    <main>
      <RouteError />
    </main>
  );
}
