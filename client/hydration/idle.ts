/** Runs something when the page has loaded and is idle. */
export function whenIdle(run: () => void): void {
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : void setTimeout(run, 200);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

/** Who only reads needs no code and pays for none. */
const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const;

/** Runs something in an idle moment after the visitor's first interaction with the page. */
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

/** Runs something when an element is about to be seen. */
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
    /** Network Information: in Chromium only. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether the visitor saves data: then optional code is loaded only when it is used. */
export function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches || navigator.connection?.saveData === true;
}
