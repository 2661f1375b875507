/**
 * The page after login: the one named by returnUrl if it is part of the app, else app-start. The text is parsed as
 * browsers do, which drop tabs and line breaks and take `\` for `/`: `/%09/host` names another host.
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
