// Values that violate their type, for tests of untrusted input.

/** Passes any value off as the required type. */
export function wrongly(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value must not be of the type: the test is of what is refused
  return value as never;
}
