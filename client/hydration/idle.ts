/** Calls `run` when the page has loaded and is idle. */
export function whenIdle(run: () => void): void {
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : void setTimeout(run, 200);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

/** Events that count as an interaction; a visitor without any loads no code that waits for one. */
const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const;

/** Calls `run` when idle after the visitor's first interaction with the page. */
export function onFirstInteraction(run: () => void): void {
  const waiting = new AbortController();
  const interacted = () => {
    waiting.abort();
    whenIdle(run);
  };
  for (const type of interactions) {
    addEventListener(type, interacted, { passive: true, signal: waiting.signal });
  }
}

/** Calls `run` when an element is about to scroll into view. */
export function whenVisible(element: Element, run: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: '200px' },
  );
  observer.observe(element);
}

declare global {
  interface Navigator {
    /** Network Information API, in Chromium only. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether the visitor asks for reduced data usage: then optional code is loaded only when it is used. */
export function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches || navigator.connection?.saveData === true;
}
