// Quarantine of a `tapin test` run: tells which scenarios are quarantined, and reports problems with the list at the
// end.

import {
  dayOf,
  isExpired,
  readQuarantine,
  speaksOf,
  type Quarantine,
} from '../../simulation/scenarios/reports/quarantine.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { endWith } from './find-scenarios.ts';
import type { BackendName } from './play-scenario.ts';
import { printMessage } from '../process/process.ts';
import { textOf } from '../process/text-file.ts';

export interface QuarantineOptions {
  readonly on: BackendName;
  readonly quarantine?: string;
  readonly quarantineVerify?: boolean;
}

interface OpenQuarantine {
  /** Returns the quarantine of a scenario; null if it has none. */
  held(scenario: Scenario): Quarantine | null;
  /** Whether the scenario is played at all. */
  wants(scenario: Scenario): boolean;
  /** Reports entries that have expired or match no scenario; an expired one fails the run. */
  end(): void;
}

/** Reads the quarantine file; exits if it can't be read. `found`: all scenarios, before filtering. */
export function openQuarantine(
  found: readonly Scenario[],
  { on: { kind: on }, quarantine: file, quarantineVerify: verify = false }: QuarantineOptions,
): OpenQuarantine {
  const text = file === undefined ? null : textOf(file);
  if (text && !text.ok) endWith(text.error);
  const read = text ? readQuarantine(text.value, file ?? '') : null;
  if (read && !read.ok) endWith(read.error);
  const entries = read?.value ?? [];
  const today = dayOf(Date.now());
  const expired = entries.filter((entry) => isExpired(entry, today));
  const valid = entries.filter((entry) => !isExpired(entry, today));
  return {
    held(scenario) {
      const entry = verify ? undefined : valid.find((each) => speaksOf(each, scenario, on));
      return entry ? { reason: entry.reason, until: entry.until } : null;
    },
    wants: (scenario) => !verify || entries.some((entry) => speaksOf(entry, scenario, on)),
    end() {
      for (const entry of entries)
        if (!found.some((scenario) => speaksOf({ ...entry, on: undefined }, scenario, on)))
          printMessage(`${entry.at}: no scenario matches ${entry.scenarios.join(' or ')}; remove the entry.`);
      for (const { at, until, reason } of expired)
        printMessage(
          `${at}: this quarantine expired after ${until}; fix the problem, or set a later date (${reason}).`,
        );
      if (expired.length > 0 && !verify) process.exitCode ||= 1;
    },
  };
}
