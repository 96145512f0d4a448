type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether any field within has another value than the page was rendered with. */
export function hasChanges(root: ParentNode): boolean {
  return [...root.querySelectorAll<Control>('input, textarea, select')].some(isChanged);
}

function isChanged(field: Control): boolean {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].findIndex((option) => option.defaultSelected);
    // Without an initial choice, browsers choose the first option.
    return field.selectedIndex !== Math.max(initial, 0);
  }
  const isChoice = field.type === 'checkbox' || field.type === 'radio';
  if (isChoice) return 'checked' in field && field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
