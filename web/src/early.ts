// Before the code of a page asks for styles, which then stand after these.
import './lib/loading/styles';
import { read } from './lib/storage/storage';

/**
 * Runs beside the app's first files. With a session, the first page needs the frame that comes with Home: its code is
 * fetched before the router asks for it.
 */
if (read('sessionID') !== null) {
  // After a failure the router fetches it again.
  import('./features/home/HomePage').catch(() => undefined);
}
