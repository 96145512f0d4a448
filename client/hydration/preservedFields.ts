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

/**
 * Reads what stands in the fields of an island and what is open, and returns a function that restores it: hydration
 * may write the server's text into a field over what was typed before, and draws everything again where an
 * extension has changed the markup. What the visitor types meanwhile is newer and stays.
 */
export function preserveFields(root: HTMLElement): () => void {
  const held = fieldsOf(root).map((element) => ({ element, restore: stateOf(element), touched: false }));
  const touch = ({ target }: Event) => {
    for (const one of held) if (one.element === target) one.touched = true;
  };
  root.addEventListener('input', touch, { capture: true });
  return () => {
    root.removeEventListener('input', touch, { capture: true });
    const now = fieldsOf(root);
    if (now.length !== held.length) return;
    for (const [at, { element, restore, touched }] of held.entries()) {
      const found = now[at];
      if (!found) continue;
      if (found !== element) stateOf(element)(found);
      else if (!touched && !(element instanceof HTMLDetailsElement)) restore(found);
    }
  };
}
