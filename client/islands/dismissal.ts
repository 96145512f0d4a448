/** Whether an event happened within an element. */
const isWithin = (area: Element, target: EventTarget | null): boolean =>
  target instanceof Node && area.contains(target);

/**
 * Closes a disclosure and returns the focus to its summary. A focus elsewhere stays: when an early click is
 * replayed, the visitor may already be typing somewhere else.
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
 */
export function closeWhenLeft(details: HTMLDetailsElement, area: Element): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (details.open && !isWithin(area, target)) details.open = false;
  });
  area.addEventListener('focusout', (event) => {
    // Null: the window lost the focus, or a press outside took it, which `pointerdown` has handled.
    if (!(event instanceof FocusEvent) || event.relatedTarget === null) return;
    if (!isWithin(area, event.relatedTarget)) details.open = false;
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !details.open) return;
    if (isWithin(area, target)) closeToSummary(details);
    else details.open = false;
  });
}
