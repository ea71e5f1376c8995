// Plays scenarios on the rigs of a hardware map, in this process.

import { join } from 'node:path';
import { NOT_PLAYED, type PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { endWith } from './find-scenarios.ts';
import { isBad, playScenario } from './play-scenario.ts';
import { timesOver, type PlayAllOptions, type PlayListener } from './play-scenarios.ts';
import { meetRig, powerCycle } from '../backend/rig-backend.ts';
import { readRigFile, type MappedRig } from '../hil/rig-file.ts';
import type { RootedScenario } from './scenario-file.ts';
import { playOnRigs } from './test-on-rigs.ts';

export interface RigOptions extends PlayAllOptions {
  /** Hardware map; `rig` selects one of its rigs. */
  readonly map?: string;
  readonly rig?: string;
}

/** Returns the connected rigs; exits if there is none or the map can't be read. */
export function rigsOf({ map, rig }: Pick<RigOptions, 'map' | 'rig'>): readonly MappedRig[] {
  const read = map === undefined ? null : readRigFile(map, rig);
  if (!read) return [];
  if (!read.ok) return endWith(read.error);
  const there = read.value.filter(({ connected }) => connected);
  return there.length > 0 ? there : endWith({ code: 'bad_value', message: 'No rig in the map is connected.' });
}

export const playOnAll = (
  scenarios: readonly RootedScenario[],
  rigs: readonly MappedRig[],
  options: RigOptions,
  listener: PlayListener,
): Promise<readonly PlayedScenario[]> =>
  playOnRigs(timesOver(scenarios, options), rigs, {
    meet: meetRig,
    powerCycle,
    async play(scenario, rig) {
      const on = { kind: 'rig', rig } as const;
      const folder = join(options.keep, rig.id, scenario.results);
      const played = await playScenario(
        scenario,
        { ...options, on, folder },
        { progress: () => {}, inspect: undefined },
      );
      const quarantine = options.held(scenario);
      return quarantine ? { ...played, quarantine } : played;
    },
    unplayed: ({ file, name, seed }, rig, status, message) => ({
      ...NOT_PLAYED,
      status,
      message,
      file,
      name,
      seed,
      backend: 'rig',
      rig: rig.id,
      wall_ms: 0,
    }),
    over(one) {
      listener.played(one);
      return options.untilFail === true && !one.quarantine && isBad(one);
    },
  });
