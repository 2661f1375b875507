import { screen } from '@testing-library/react';

/**
 * Records the live regions of the page, and tests whether an element lies in one: content that was mounted with its
 * region is not announced.
 */
export function liveRegions(): (element: HTMLElement) => boolean {
  const regions = screen.queryAllByRole('status');
  return (element) => regions.some((region) => region.isConnected && region.contains(element));
}
