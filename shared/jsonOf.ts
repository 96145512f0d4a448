/** The value of a JSON text; null where it is none, or where there is none. */
export function jsonOf(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value;
  } catch {
    return null;
  }
}
