type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: HTMLElement): Field[] =>
  Array.from(root.querySelectorAll<Field>('input, textarea, select'));

/** Captures the state of a field; returns a function that applies it to another one. */
function stateOf(field: Field): (other: Field) => void {
  const { value } = field;
  const checked = field instanceof HTMLInputElement && field.checked;
  return (other) => {
    if (other instanceof HTMLInputElement) other.checked = checked;
    if (other.value !== value) other.value = value;
  };
}

/** `click` too: a checkbox changes on click, and React may hydrate during that click, before `input`. */
const changes = ['click', 'input', 'focusin'] as const;

/**
 * Captures the values of an island's fields and which of them has the focus, and returns a function that restores them:
 * hydration may overwrite typed text with the server's value, and renders everything anew if an extension or a
 * translation has changed the markup. Input until then is captured too. Must be called before React adds its listeners
 * to the island, because listeners run in the order in which they were added.
 */
export function preserveFields(root: HTMLElement): () => void {
  const held = fieldsOf(root).map((element) => ({ element, restore: stateOf(element) }));
  let focused = document.activeElement;
  const readAgain = ({ target }: Event) => {
    focused = document.activeElement;
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
      if (found === element) restore(found);
      else {
        stateOf(element)(found);
        if (element === focused && document.activeElement === document.body) found.focus();
      }
    }
  };
}
