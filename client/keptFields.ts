type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isOption = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

/**
 * Remembers what stands in the fields of an island, and returns what puts it back: hydration may write the
 * server's text into a field, over what was typed before. What is typed meanwhile is newer than both.
 */
export function rememberFields(root: HTMLElement): () => void {
  const held = new Map<EventTarget, () => void>();
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    const { value } = field;
    if (isOption(field)) {
      const { checked } = field;
      held.set(field, () => {
        field.checked = checked;
      });
    } else {
      held.set(field, () => {
        if (field.value !== value) field.value = value;
      });
    }
  }
  const forget = ({ target }: Event) => {
    if (target) held.delete(target);
  };
  root.addEventListener('input', forget, { capture: true });
  return () => {
    root.removeEventListener('input', forget, { capture: true });
    for (const putBack of held.values()) putBack();
    held.clear();
  };
}
