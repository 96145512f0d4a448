type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement;

/** What can have a state or the focus. */
const controlsOf = (root: HTMLElement) =>
  Array.from(root.querySelectorAll<HTMLElement>('input, textarea, select, details, summary, a, button'));

const isField = (element: Element): element is Field => 'value' in element;

/** Captures the state of an element; returns a function that applies it to another element. */
function stateOf(element: Element): (other: Element) => void {
  if (element instanceof HTMLDetailsElement) {
    const { open } = element;
    return (other) => {
      if (other instanceof HTMLDetailsElement) other.open = open;
    };
  }
  const value = isField(element) ? element.value : null;
  const checked = element instanceof HTMLInputElement && element.checked;
  return (other) => {
    if (!isField(other) || value === null) return;
    if (other instanceof HTMLInputElement) other.checked = checked;
    if (other.value !== value) other.value = value;
  };
}

/** `click` too: a checkbox changes on click, and React may hydrate during that click, before `input`. */
const changes = ['click', 'input', 'focusin'] as const;

/**
 * Captures the values of an island's fields, which disclosures are open and what has the focus, and returns a function
 * that restores them: hydration may overwrite typed text with the server's value, and renders everything anew if an
 * extension or a translation has changed the markup. Input until then is captured too. Must be called before React adds
 * its listeners to the island, because listeners run in the order in which they were added.
 */
export function preserveFields(root: HTMLElement): () => void {
  const held = controlsOf(root).map((element) => ({ element, restore: stateOf(element) }));
  let focused: EventTarget | null = document.activeElement;
  const readAgain = ({ target }: Event) => {
    focused = target;
    for (const one of held) if (one.element === target) one.restore = stateOf(one.element);
  };
  for (const type of changes) root.addEventListener(type, readAgain, { capture: true });
  return () => {
    for (const type of changes) root.removeEventListener(type, readAgain, { capture: true });
    const now = controlsOf(root);
    if (now.length !== held.length) return;
    for (const [at, { element, restore }] of held.entries()) {
      const found = now[at];
      if (!found) continue;
      if (found !== element) {
        stateOf(element)(found);
        if (element === focused && document.activeElement === document.body) found.focus();
      } else if (!(element instanceof HTMLDetailsElement)) restore(found);
    }
  };
}
