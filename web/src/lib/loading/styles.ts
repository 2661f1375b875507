function applied(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    // Without its styles the app is still readable, and says what else is missing.
    for (const outcome of ['load', 'error']) link.addEventListener(outcome, () => resolve());
    link.rel = 'stylesheet';
  });
}

/** The longest wait for the font, in milliseconds. */
const MOST_WAIT = 1_000;

/** A font that came after the text would move it. On a slow network the text is worth more. */
function fontLoaded(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, MOST_WAIT));
  return Promise.race([document.fonts.load("1em 'Inter Variable'").catch(() => undefined), late]);
}

/**
 * Applies the styles that the page has begun to fetch, in their place: the frame of the page is painted without them, the
 * app never is. Fulfilled once they and the font are there.
 */
export const stylesApplied: Promise<unknown> = Promise.all(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')].map(applied),
).then(fontLoaded);
