/** Milliseconds. */
const SLIDE = 200;

/**
 * Lets the toasts above one slide into its room. Used as the ref of an element in it: a ref is released while its toast
 * is still laid out.
 */
export function slide(inside: HTMLElement): () => void {
  return () => {
    const toast = inside.closest<HTMLElement>('[data-severity]');
    const above = toast?.nextElementSibling;
    if (!(above instanceof HTMLElement) || !toast) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const foot = (of: HTMLElement) => of.offsetTop + of.offsetHeight;
    const from = { translate: `0 ${foot(above) - foot(toast)}px` };
    for (let next: Element | null = above; next !== null; next = next.nextElementSibling) {
      // More than one may disappear at a time.
      next.animate([from, { translate: '0 0' }], {
        duration: SLIDE,
        easing: 'ease-out',
        composite: 'add',
      });
    }
  };
}
