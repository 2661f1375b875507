/** Milliseconds after the window's load in which a page asks for its figures and paints them. */
const settleMs = 1000;
/** Milliseconds that a page may take to come to rest after that. */
const patienceMs = 3000;

/** Runs what a page does without once its own files and figures have had their turn. The answer calls it off. */
export function atRest(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const whenIdle = () => {
    if ('requestIdleCallback' in window)
      idle = window.requestIdleCallback(run, { timeout: patienceMs });
    else run();
  };
  const settle = () => {
    timer = setTimeout(whenIdle, settleMs);
  };
  if (document.readyState === 'complete') settle();
  else window.addEventListener('load', settle, { once: true });
  return () => {
    window.removeEventListener('load', settle);
    clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
