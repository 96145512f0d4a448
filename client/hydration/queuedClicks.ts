/**
 * Before hydration an island's buttons do nothing: the last click on one starts hydration and is replayed after it.
 * Links, disclosures and forms work by themselves and are not affected.
 *
 * @param start hydrates the island; resolves to whether it is hydrated
 */
export function queueClicks(root: HTMLElement, start: () => Promise<boolean>): void {
  let last: HTMLElement | undefined;
  const repeat = (button: HTMLElement) => {
    const first = last === undefined;
    last = button;
    if (!first) return;
    void start().then((hydrated) => {
      if (hydrated) last?.click();
      last = undefined;
    });
  };
  const queue = (event: Event) => {
    if (root.dataset.hydrated !== undefined) {
      root.removeEventListener('click', queue, { capture: true });
      return;
    }
    const button = event.target instanceof Element ? event.target.closest('button[type="button"]') : null;
    if (!(button instanceof HTMLElement)) return;
    event.stopPropagation();
    repeat(button);
  };
  root.addEventListener('click', queue, { capture: true });
  // The inline script has recorded a click from before this script ran.
  const early = window.earlyClicks?.get(root);
  if (early) repeat(early);
}
