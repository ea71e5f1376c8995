// Simulation checks as required members, for tests that call them; each is optional in `Checks`.

import type { Checks } from '../../../simulation/sessions/observations.ts';

/** Returns the checks with these names, which must exist. */
export function checksOf<Name extends keyof Checks>(
  checks: Checks,
  names: readonly Name[],
): Required<Pick<Checks, Name>> {
  const hasAll = (some: Checks): some is Checks & Required<Pick<Checks, Name>> =>
    names.every((name) => some[name] !== undefined);
  if (!hasAll(checks)) throw new Error(`missing some of these checks: ${names.join(', ')}`);
  return checks;
}
