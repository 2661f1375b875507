/** Leaves the app for the page of a POS. */
export function leaveFor(url: string): void {
  window.location.assign(url);
}
