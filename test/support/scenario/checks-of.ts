// A set of the simulation's checks, for a test that calls them: each may leave out what it does not look at.

import type { Checks } from '../../../simulation/sessions/observations.ts';

/** The checks with those of these names, which must be there. */
export function checksOf<Name extends keyof Checks>(
  checks: Checks,
  names: readonly Name[],
): Required<Pick<Checks, Name>> {
  const hasAll = (some: Checks): some is Checks & Required<Pick<Checks, Name>> =>
    names.every((name) => some[name] !== undefined);
  if (!hasAll(checks)) throw new Error(`not all of these are looked at: ${names.join(', ')}`);
  return checks;
}
