// Adds to each failure of a run which files have changed since its scenario last passed.

import type { Explanation } from '../../simulation/scenarios/failures/explanation.ts';
import type { PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { changedSincePass, type History } from './history.ts';
import { programSources, type Sources } from './sources.ts';

interface Changes {
  /** Returns the checksums of the sources now. */
  sources(): Sources;
  /** Adds the changed files to the explanations of a scenario. */
  added(played: PlayedScenario): PlayedScenario;
  /** Replaces what an earlier failure of the run has said by a reference to it. */
  shortened(played: PlayedScenario): PlayedScenario;
}

/** Files listed. */
const FILES_MAX = 12;

export function openChanges(history: History): Changes {
  let now: Sources | null = null;
  const sources = (): Sources => (now ??= programSources());
  /** File of the first failure that said something, by its text. */
  const said = new Map<string, string>();
  const once = (lines: readonly string[], file: string): readonly string[] => {
    const text = lines.join('\n');
    const first = said.get(text);
    if (text !== '' && first === undefined) said.set(text, file);
    return first === undefined ? lines : [`the same as in ${first}`];
  };
  return {
    sources,
    added(played) {
      if (played.failures.length === 0) return played;
      const changed = changedSincePass(history, played, sources());
      const more = changed.length - FILES_MAX;
      const listed = more > 0 ? [...changed.slice(0, FILES_MAX), `and ${more} more`] : changed;
      return explained(played, () => ({ changed: listed }));
    },
    shortened: (played) =>
      explained(played, ({ last_pass, changed }) => ({
        last_pass: once(last_pass, played.file),
        changed: once(changed, played.file),
      })),
  };
}

const explained = (
  played: PlayedScenario,
  change: (explanation: Explanation) => Partial<Explanation>,
): PlayedScenario => ({
  ...played,
  failures: played.failures.map(({ explanation, ...failure }) =>
    explanation ? { ...failure, explanation: { ...explanation, ...change(explanation) } } : failure,
  ),
});
