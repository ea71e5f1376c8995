// What no type allows: values that come from outside, and that a test gives to see what becomes of them.

/** Any value, where one of another type is asked for. */
export function wrongly(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value must not be of the type: the test is of what is refused
  return value as never;
}
