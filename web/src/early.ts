import { read } from './lib/storage/storage';

/**
 * Runs beside the app's first files. Who is signed in will see a page in the frame that comes with
 * Home: its code need not wait until the router asks for it.
 */
if (read('sessionID') !== null) {
  // What fails here, the router asks for again.
  import('./features/home/HomePage').catch(() => undefined);
}
