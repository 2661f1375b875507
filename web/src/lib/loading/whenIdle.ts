/** Milliseconds after the window's load in which a page loads its figures and paints them. */
const settleMs = 1000;
/** Milliseconds after which work is due, idle or not. */
const longestWaitMs = 3000;

/** Runs work that can wait until the page's own files and figures are there. The answer cancels it. */
export function whenIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const requestIdle = () => {
    if ('requestIdleCallback' in window)
      idle = window.requestIdleCallback(run, { timeout: longestWaitMs });
    else run();
  };
  const settle = () => {
    timer = setTimeout(requestIdle, settleMs);
  };
  if (document.readyState === 'complete') settle();
  else window.addEventListener('load', settle, { once: true });
  return () => {
    window.removeEventListener('load', settle);
    clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
