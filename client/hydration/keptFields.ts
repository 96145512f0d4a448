type Kept = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement;

const keptOf = (root: HTMLElement): Kept[] =>
  Array.from(root.querySelectorAll<Kept>('input, textarea, select, details'));

/** Reads what a visitor has made of an element, as what does the same to another one. */
function stateOf(element: Kept): (other: Kept) => void {
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
 * Remembers what stands in the fields of an island and what is open, and returns what puts it back: hydration
 * may write the server's text into a field over what was typed before, and draws all anew where an extension has
 * changed the markup. What the visitor does meanwhile is newer than what was remembered.
 */
export function rememberFields(root: HTMLElement): () => void {
  const held = keptOf(root).map((element) => ({ element, putBack: stateOf(element), touched: false }));
  const touch = ({ target }: Event) => {
    for (const one of held) if (one.element === target) one.touched = true;
  };
  root.addEventListener('input', touch, { capture: true });
  return () => {
    root.removeEventListener('input', touch, { capture: true });
    const now = keptOf(root);
    if (now.length !== held.length) return;
    for (const [at, { element, putBack, touched }] of held.entries()) {
      const found = now[at];
      if (!found) continue;
      if (found !== element) stateOf(element)(found);
      else if (!touched && !(element instanceof HTMLDetailsElement)) putBack(found);
    }
  };
}
