function applied(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    // Without its styles the app is still readable, and says what else is missing.
    for (const outcome of ['load', 'error']) link.addEventListener(outcome, () => resolve());
    link.rel = 'stylesheet';
  });
}

/**
 * Applies the styles that the page has begun to fetch, in their place: the frame of the page is painted without them, the
 * app never is. Fulfilled once they are there.
 */
export const stylesApplied: Promise<unknown> = Promise.all(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')].map(applied),
);
