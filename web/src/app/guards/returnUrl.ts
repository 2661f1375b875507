/**
 * Where login leads: the page named by returnUrl if it is one of ours, else app-start. It is read as a browser reads
 * it, which drops tabs and line breaks and takes `\` for `/`: `/%09/host` names another host.
 */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('returnUrl');
  const { origin } = window.location;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  // Dots may leave a path that names a host itself: `/.//host`.
  const ours = url.origin === origin && !url.pathname.startsWith('//');
  const guestsOnly = /^\/auth(\/|$)/i.test(url.pathname);
  return ours && !guestsOnly ? url.pathname + url.search + url.hash : '/';
}
