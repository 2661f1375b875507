/** What the app remembers in the browser, typed, in one place. Nothing else touches storage. */

/** The signed-in person as stored after login; `sessionID` is the login's sessionGuid. */
export interface User {
  email: string;
  firstName: string;
  lastName: string;
  profileDescription: string | null;
  profileImage: string | null;
  sessionID: string;
  uniqueCode: string;
}

/** The location list of the last successful load: what the guards use while it is unknown. */
interface RememberedLocation {
  posID: string;
  name: string;
  website: string | null;
  timeZone: string;
  postalAddress: string | null;
  phone: string | null;
  businessDate: string;
}

export interface StoredValues {
  sessionID: string;
  user: User;
  userName: string;
  rememberMe: boolean;
  hide_welcome: '1';
  /** posID shown by screens that are not charts. */
  default_location: string;
  /** Origin of the gateway, for an app that is served from elsewhere. */
  domain_location: string;
  /** posID shown by charts and reports. */
  default_chart_location: string;
  locations: RememberedLocation[];
  /** A session that ended here without a network: the server is to end it as soon as it can be reached. */
  pending_logout: string;
  /** Where pushes for this browser go, as the server was told last. */
  push_endpoint: string;
  /** The offer of pushes was closed. */
  push_offer: 'closed';
  /** How to add the app to the home screen was told, and closed. */
  home_screen_hint: 'closed';
  /** Unix milliseconds of when a page was last loaded anew because its code was gone. */
  reloadedAt: number;
  /** Of pages of this tab, the oldest first: which, and how far it was scrolled, in pixels. */
  scrollPlaces: [string, number][];
}

export type StoredKey = keyof StoredValues;

/** Ends with the browser session when 'remember me' is off; everything else stays. */
const sessionKeys: readonly StoredKey[] = ['sessionID', 'user', 'locations'];
/** Of one tab alone. */
const tabKeys: readonly StoredKey[] = ['scrollPlaces'];

function parse<K extends StoredKey>(raw: string | null): StoredValues[K] | null {
  if (raw === null) return null;
  try {
    return JSON.parse(raw) as StoredValues[K];
  } catch {
    return null;
  }
}

function area(key: StoredKey): Storage {
  if (tabKeys.includes(key)) return sessionStorage;
  const remembered = parse<'rememberMe'>(localStorage.getItem('rememberMe')) ?? true;
  return !remembered && sessionKeys.includes(key) ? sessionStorage : localStorage;
}

/** The stored value, or null when there is none or it cannot be read. */
export function read<K extends StoredKey>(key: K): StoredValues[K] | null {
  return parse<K>(area(key).getItem(key));
}

/** Stores the value. A full or forbidden storage is not an error: the app works without memory. */
export function write<K extends StoredKey>(key: K, value: StoredValues[K]): void {
  try {
    area(key).setItem(key, JSON.stringify(value));
  } catch {
    // Private modes may refuse; the value then lives in Redux until the page is closed.
  }
}

export function remove(key: StoredKey): void {
  localStorage.removeItem(key);
  sessionStorage.removeItem(key);
}

/** Sign-out and session expiry: everything goes except the hide-welcome flag, and a sign-out that is yet to be sent. */
export function clearAllButWelcome(): void {
  const hidden = read('hide_welcome');
  const pending = read('pending_logout');
  localStorage.clear();
  sessionStorage.clear();
  if (hidden !== null) write('hide_welcome', hidden);
  if (pending !== null) write('pending_logout', pending);
}
