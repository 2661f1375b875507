import { screen } from '@testing-library/react';

/**
 * Remembers the places whose changes screen readers speak, and tells whether something stands in one of them: what came
 * along with its place is not spoken.
 */
export function spokenPlaces(): (said: HTMLElement) => boolean {
  const places = screen.queryAllByRole('status');
  return (said) => places.some((place) => place.isConnected && place.contains(said));
}
