type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement;

const fieldsOf = (root: HTMLElement): Field[] =>
  Array.from(root.querySelectorAll<Field>('input, textarea, select, details'));

/** Reads the state of an element, as a function that gives another one the same state. */
function stateOf(element: Field): (other: Field) => void {
  if (element instanceof HTMLDetailsElement) {
    const { open } = element;
    return (other) => {
      if (other instanceof HTMLDetailsElement) other.open = open;
    };
  }
  const { value } = element;
  const checked = element instanceof HTMLInputElement && element.checked;
  return (other) => {
    if (other instanceof HTMLDetailsElement) return;
    if (other instanceof HTMLInputElement) other.checked = checked;
    if (other.value !== value) other.value = value;
  };
}

/** A checkbox has its new state from the click on: React may hydrate within that click, before `input`. */
const changes = ['click', 'input'] as const;

/**
 * Reads what stands in the fields of an island and what is open, and returns a function that restores it: hydration
 * may write the server's text into a field over what was typed before, and draws everything again where an
 * extension has changed the markup. What the visitor enters meanwhile is read again. To be called before React
 * listens on the island, whose listeners are called in the order in which they were added.
 */
export function preserveFields(root: HTMLElement): () => void {
  const held = fieldsOf(root).map((element) => ({ element, restore: stateOf(element) }));
  const readAgain = ({ target }: Event) => {
    for (const one of held) if (one.element === target) one.restore = stateOf(one.element);
  };
  for (const type of changes) root.addEventListener(type, readAgain, { capture: true });
  return () => {
    for (const type of changes) root.removeEventListener(type, readAgain, { capture: true });
    const now = fieldsOf(root);
    if (now.length !== held.length) return;
    for (const [at, { element, restore }] of held.entries()) {
      const found = now[at];
      if (!found) continue;
      if (found !== element) stateOf(element)(found);
      else if (!(element instanceof HTMLDetailsElement)) restore(found);
    }
  };
}
