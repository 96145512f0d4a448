/** Whether an event happened within an element. */
const isWithin = (area: Element, target: EventTarget | null): boolean =>
  target instanceof Node && area.contains(target);

/**
 * Closes a disclosure and gives the focus back to its button. A focus that is elsewhere stays: the visitor may have
 * gone on to write, when a press that was waiting for its code is repeated.
 */
export function closeToSummary(details: HTMLDetailsElement): void {
  const { activeElement, body } = document;
  const hasFocus = activeElement === body || details.contains(activeElement);
  details.open = false;
  if (hasFocus) details.querySelector('summary')?.focus();
}

/**
 * Closes a native disclosure as visitors expect of a menu: on Escape wherever the focus is (WCAG 1.4.13), on a press
 * beside it, and when the focus leaves it.
 *
 * @param area what counts as within
 * @param signal ends it
 */
export function closeWhenLeft(details: HTMLDetailsElement, area: Element, signal: AbortSignal): void {
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (details.open && !isWithin(area, target)) details.open = false;
    },
    { signal },
  );
  area.addEventListener(
    'focusout',
    (event) => {
      // Null: the window lost the focus, or a press outside took it, which has been handled.
      if (!(event instanceof FocusEvent) || event.relatedTarget === null) return;
      if (!isWithin(area, event.relatedTarget)) details.open = false;
    },
    { signal },
  );
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key !== 'Escape' || !details.open) return;
      if (isWithin(area, target)) closeToSummary(details);
      else details.open = false;
    },
    { signal },
  );
}

/** The neighbour of an element in a list that is a ring; `by` is 1 or -1. */
export function neighbour<T>(list: readonly T[], item: T, by: 1 | -1): T | undefined {
  const at = list.indexOf(item);
  return at < 0 ? undefined : list[(at + by + list.length) % list.length];
}
