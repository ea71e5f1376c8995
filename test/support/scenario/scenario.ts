// Reads scenarios from texts as if from files.

import { readScenario } from '../../../simulation/scenarios/reading/read-scenario.ts';
import type { Scenario } from '../../../simulation/scenarios/scenario.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';

/** Reads a scenario. `files`: files that it may include, by name. */
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
