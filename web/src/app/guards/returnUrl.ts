/** Where login leads: the page named by returnUrl if it is one of ours, else app-start. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('returnUrl');
  // One leading slash only: `//host` and `/\host` would leave the app.
  const ours = wanted !== null && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/auth');
  return ours ? wanted : '/';
}
