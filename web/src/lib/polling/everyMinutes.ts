/** Options of a query that is asked again while the page is in sight, and when page or network return. */
export function everyMinutes(minutes: number) {
  return {
    pollingInterval: minutes * 60_000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  };
}
