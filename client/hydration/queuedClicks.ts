/**
 * A button of an island does nothing before the island is hydrated: its last click is repeated then. Links,
 * disclosures and forms need no help, since they work by themselves.
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
  // The inline script noted what was pressed before this one had arrived.
  const early = window.earlyPresses?.get(root);
  if (early) repeat(early);
}
