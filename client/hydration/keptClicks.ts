/**
 * A button of an island does nothing before the island is alive: its last click is repeated then. Links,
 * disclosures and forms need no help, since they work by themselves.
 *
 * @param start brings the island to life; resolves to whether it lives
 */
export function keepClicks(root: HTMLElement, start: () => Promise<boolean>): void {
  let last: HTMLElement | null = null;
  const keep = (event: Event) => {
    if (root.dataset.alive !== undefined) {
      root.removeEventListener('click', keep, { capture: true });
      return;
    }
    const button = event.target instanceof Element ? event.target.closest('button[type="button"]') : null;
    if (!(button instanceof HTMLElement)) return;
    event.stopPropagation();
    const first = last === null;
    last = button;
    if (first) {
      void start().then((alive) => {
        if (alive) last?.click();
        last = null;
      });
    }
  };
  root.addEventListener('click', keep, { capture: true });
}
