/**
 * The value at a path of property names and array indexes in parsed JSON; undefined if a step of the path is missing
 * or is not an own property.
 */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null
        ? Object.getOwnPropertyDescriptor(found, name)?.value
        : undefined,
    value,
  );
}
