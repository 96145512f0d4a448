/**
 * The value at a path of property names and array indexes in parsed JSON; undefined if a step of the path is missing
 * or is not an own property.
 */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) ? Object.getOwnPropertyDescriptor(found, name)?.value : undefined),
    value,
  );
}

/** Whether a value of parsed JSON is an object or an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
