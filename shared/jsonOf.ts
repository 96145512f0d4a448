/** Parses JSON; null if the text is null or is not valid JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value;
  } catch {
    return null;
  }
}
