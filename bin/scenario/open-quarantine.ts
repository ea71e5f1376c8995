// The quarantine of a run of `tapin test`: which scenarios are held back, and at its end what is wrong with the list.

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
  /** Why a scenario is held back; null for one that is not. */
  held(scenario: Scenario): Quarantine | null;
  /** Whether it is played at all. */
  wants(scenario: Scenario): boolean;
  /** Says which entries have expired or mean nothing; one that has expired makes the run fail. */
  end(): void;
}

/** `found`: all scenarios, before any are chosen. Ends the process where the file can't be read. */
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
          printMessage(`${entry.at}: no scenario is called ${entry.scenarios.join(' or ')}; the entry can go.`);
      for (const { at, until, reason } of expired)
        printMessage(
          `${at}: this quarantine ended with ${until}: mend what it is about, or name another day (${reason}).`,
        );
      if (expired.length > 0 && !verify) process.exitCode ||= 1;
    },
  };
}
