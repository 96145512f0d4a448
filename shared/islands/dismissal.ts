/** Whether an event happened within an element. */
const isWithin = (area: Element, target: EventTarget | null): boolean =>
  target instanceof Node && area.contains(target);

/**
 * Closes a disclosure and returns the focus to its summary. A focus elsewhere stays: when a click is replayed after
 * hydration, the visitor may already be typing somewhere else.
 */
export function closeToSummary(details: HTMLDetailsElement): void {
  const { activeElement, body } = document;
  const hasFocus = activeElement === body || details.contains(activeElement);
  details.open = false;
  if (hasFocus) details.querySelector('summary')?.focus();
}

/**
 * Closes a native disclosure as visitors expect of a menu: on Escape wherever the focus is (WCAG 1.4.13), on a press
 * outside, and when the focus leaves it.
 *
 * @param area the element that counts as inside
 * @param signal removes the listeners
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
      // Null: the window lost the focus, or a press outside took it, which `pointerdown` has handled.
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

/** The next (`by` 1) or previous (-1) item of a list, with wrap-around; undefined if `item` is not in the list. */
export function neighbor<T>(list: readonly T[], item: T, by: 1 | -1): T | undefined {
  const at = list.indexOf(item);
  return at < 0 ? undefined : list[(at + by + list.length) % list.length];
}
