/** Options of a query that is repeated while the page is visible, and when page or network return. */
export function everyMinutes(minutes: number) {
  return {
    pollingInterval: minutes * 60_000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  };
}
