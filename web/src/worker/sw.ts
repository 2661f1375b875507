import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForPush } from './push';

declare const self: ServiceWorkerGlobalScope & {
  /** Inserted by the build: every file of the app with its revision. */
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0];
};

/** Navigations that the gateway answers itself, without a page of the app. */
const noPages =
  /^\/(api-restaurant-pos|notification|push|config|payments|images|ingest|provision|docs|openapi|healthz|readyz|u)([/.?]|$)/;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [noPages] }));

// The first visit works offline already. A later version waits for consent: it deletes the files of the open one.
clientsClaim();
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

listenForPush(self);
