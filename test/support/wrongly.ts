// Values that violate their type, for tests of untrusted input.

/** Passes any value off as the required type. */
export function wrongly(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- deliberately mistyped: tests invalid input
  return value as never;
}
