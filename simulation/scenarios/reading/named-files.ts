// Checks the files that a scenario names for use at run time: each must be in an allowed location, and inputs must
// exist (C145).

import type { Result } from '../../../wire/errors.ts';
import type { Source } from './read-steps.ts';
import type { Place, Scenario, Step } from '../scenario.ts';
import { PlacedError } from './yaml-page.ts';

type Path = readonly string[];

/** Returns the errors of all named files. `at`: locates a field of the header. */
export function wrongFiles(
  { extension, store, steps }: Pick<Scenario, 'extension' | 'store' | 'steps'>,
  { file: scenario, locate }: Source,
  at: (path: Path) => Place,
): readonly PlacedError[] {
  if (!locate) return [];
  const wrong = (found: Result<unknown>, place: Place): readonly PlacedError[] =>
    found.ok ? [] : [new PlacedError(found.error.message, place)];
  const input = (name: string, place: Place): readonly PlacedError[] => wrong(locate(name, scenario, true), place);
  const wrongIn = (step: Step): readonly PlacedError[] => {
    if (step.kind === 'repeat') return step.steps.flatMap(wrongIn);
    if (step.kind === 'store' && typeof step.value === 'object')
      return Object.values({ ...step.value.publish, ...step.value.update }).flatMap((name) => input(name, step.at));
    const golden = step.kind === 'screenshot' ? step.value.golden : undefined;
    return golden === undefined ? [] : wrong(locate(golden, step.at.file, false), step.at);
  };
  return [
    ...(extension === undefined ? [] : input(extension, at(['extension']))),
    ...Object.entries(typeof store === 'object' ? store : {}).flatMap(([key, name]) => input(name, at(['store', key]))),
    ...steps.flatMap(wrongIn),
  ];
}
