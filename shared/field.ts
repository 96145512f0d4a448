/**
 * What a parsed JSON value has at the end of a path of names and positions; undefined where one of them is not
 * there, or is not its own.
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
