// Scenarios as texts, read as from a file.

import { readScenario } from '../../../simulation/scenarios/reading/read-scenario.ts';
import type { Scenario } from '../../../simulation/scenarios/scenario.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';

/** `files`: what may be included, by its name. */
export const readText = (text: string, files: Readonly<Record<string, string>> = {}): Result<Scenario> =>
  readScenario(text, {
    file: 'a.yaml',
    include(name) {
      const found = files[name];
      return found === undefined
        ? fail('bad_value', `${name} can't be read: there is none.`)
        : ok({ file: name, text: found });
    },
  });
