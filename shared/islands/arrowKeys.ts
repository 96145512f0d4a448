/** Whether a key was pressed with another: such keys belong to the browser, the system and assistive technology. */
export const hasModifier = (
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): boolean => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

/** The next (`by` 1) or previous (-1) item of a list, with wrap-around; undefined if `item` is not in the list. */
export function neighbor<T>(list: readonly T[], item: T, by: 1 | -1): T | undefined {
  const at = list.indexOf(item);
  return at < 0 ? undefined : list[(at + by + list.length) % list.length];
}
