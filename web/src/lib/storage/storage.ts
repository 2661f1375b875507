/** The app's values in the browser's storage, typed. No other file uses storage. */

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

/** A location of the last loaded list, for the guards until the list is loaded again. */
interface RememberedLocation {
  posID: string;
  name: string;
  website: string | null;
  timeZone: string;
  postalAddress: string | null;
  phone: string | null;
  businessDate: string;
  dayStart?: string;
  dayStarts?: { dayStart: string; startDate: string | null }[];
  isSample?: boolean;
}

/** A campaign that was begun: what was typed, and ids of recipients and items. */
export interface CampaignDraft {
  values: Record<string, string>;
  recipients: string[];
  items: string[];
  /** Its idempotency key: sent again, it is the same campaign. */
  key: string;
  /** When it was last changed, in Unix milliseconds. */
  changedAt: number;
}

export interface StoredValues {
  sessionID: string;
  user: User;
  userName: string;
  rememberMe: boolean;
  hide_welcome: '1';
  /** posID of screens that are not charts. */
  default_location: string;
  /** Origin of the gateway, for an app that is served from elsewhere. */
  domain_location: string;
  /** posID of charts and reports. */
  default_chart_location: string;
  locations: RememberedLocation[];
  /** The address to which a file was last mailed. */
  file_mail_to: string;
  /** Campaigns that were begun on this device and not sent, by location and page. */
  campaign_drafts: Record<string, CampaignDraft>;
  /** The span that reports are compared with; without it the one before. */
  report_comparison: 'previous' | 'sameLastYear';
  /** A session that ended here without a network: it ends at the server as soon as that can be reached. */
  pending_logout: string;
  /** This browser's push endpoint, as last sent to the server. */
  push_endpoint: string;
  /** The offer of pushes was closed. */
  push_offer: 'closed';
  /** Whether Home has a line about open checks. */
  home_open_checks: boolean;
  /** Whether Home has a line about wages that are missing. */
  home_missing_wages: boolean;
  /** The way to the page of a POS that was begun in this browser: what it is known by when the POS leads back. */
  pos_authorization: { state: string; key: string };
  /** The home screen hint was closed. */
  home_screen_hint: 'closed';
  /** Time of the last reload because a page's code was gone, in Unix milliseconds. */
  reloadedAt: number;
  /** Scroll positions of this tab's pages in pixels, the oldest first. */
  scrollPlaces: [string, number][];
}

export type StoredKey = keyof StoredValues;

/** Keys that end with the browser session if 'remember me' is off; all others stay. */
const sessionKeys: readonly StoredKey[] = ['sessionID', 'user', 'locations'];
/** Keys of one tab alone. */
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

/** The stored value, or null if there is none or it cannot be read. */
export function read<K extends StoredKey>(key: K): StoredValues[K] | null {
  return parse<K>(area(key).getItem(key));
}

/** Stores the value. A full or forbidden storage is not an error: the app works without it. */
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

/**
 * At sign-out and session expiry: deletes everything but the hide-welcome flag and a sign-out that is yet to be sent.
 */
export function clearAllButWelcome(): void {
  const hidden = read('hide_welcome');
  const pending = read('pending_logout');
  localStorage.clear();
  sessionStorage.clear();
  if (hidden !== null) write('hide_welcome', hidden);
  if (pending !== null) write('pending_logout', pending);
}
