// Plays scenarios on the rigs of a hardware map, in parallel across rigs and sequentially on each. Retries an error of
// the rig once after a power cycle, and never a failure of the device. A rig that breaks twice is not used again.

import type { PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { needsOf } from '../../simulation/scenarios/reading/needs.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { capabilitiesOf } from '../../simulation/rigs/rig.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { runOnRig, scriptOf, type MappedRig } from '../hil/rig-file.ts';
import { lockRig } from '../hil/rig-lock.ts';

interface RigRun<S extends Scenario = Scenario> {
  /** Checks that the rig can play. Errors: `bad_value` and any serial port error. */
  meet(rig: MappedRig): Promise<Result<unknown>>;
  /** Switches the rig off and on, if it has a power relay. */
  powerCycle(rig: MappedRig): Promise<Result<unknown>>;
  play(scenario: S, rig: MappedRig): Promise<PlayedScenario>;
  /** Returns the result of a scenario that was not played. */
  unplayed(scenario: S, rig: MappedRig, status: 'error' | 'skipped', message: string): PlayedScenario;
  /** Called when a scenario has finished. Returns true to end the rig's run. */
  over(played: PlayedScenario): boolean;
}

/** Plays all scenarios on each rig; the results are in the order of the rigs, then of the scenarios. */
export async function playOnRigs<S extends Scenario>(
  scenarios: readonly S[],
  rigs: readonly MappedRig[],
  run: RigRun<S>,
): Promise<readonly PlayedScenario[]> {
  const all = await Promise.all(rigs.map((rig) => playOnRig(scenarios, rig, run)));
  return all.flat();
}

async function playOnRig<S extends Scenario>(
  scenarios: readonly S[],
  rig: MappedRig,
  run: RigRun<S>,
): Promise<readonly PlayedScenario[]> {
  const played: PlayedScenario[] = [];
  const { lock, problem } = await lockRig(rig);
  // Reason why the rig is unusable; '' while it works.
  let broken = problem;
  let met = false;
  for (const scenario of scenarios) {
    const missing = missingOn(rig, scenario);
    let one: PlayedScenario;
    if (missing !== '') one = run.unplayed(scenario, rig, 'skipped', missing);
    else if (broken !== '') one = run.unplayed(scenario, rig, 'error', broken);
    else {
      one = await twice(scenario, rig, met, run);
      met = one.status !== 'error';
      if (!met) broken = `rig ${rig.id} is broken: ${one.message}`;
    }
    played.push(one);
    if (run.over(one)) break;
  }
  await lock?.release();
  return played;
}

/** Returns which need of a scenario a rig on this machine lacks; '' if none. A panel knows its own capabilities. */
function missingOn(rig: MappedRig, scenario: Scenario): string {
  if (scenario.devices.length > 1) return `needs ${scenario.devices.length} devices, but rig ${rig.id} has one`;
  if (rig.panel !== undefined) return '';
  const can = [...capabilitiesOf(rig), 'leds', 'sounds'];
  const missing = needsOf(scenario).find((need) => !can.includes(need));
  return missing === undefined ? '' : `needs ${missing}, which rig ${rig.id} lacks`;
}

/** Plays a scenario, and once more after an error. `met`: the rig has worked since its last check. */
async function twice<S extends Scenario>(
  scenario: S,
  rig: MappedRig,
  met: boolean,
  run: RigRun<S>,
): Promise<PlayedScenario> {
  const first = await attempt(scenario, rig, met, run);
  if (first.status !== 'error') return first;
  const cycled = await run.powerCycle(rig);
  const second = cycled.ok
    ? await attempt(scenario, rig, false, run)
    : run.unplayed(scenario, rig, 'error', cycled.error.message);
  return { ...second, retried: first.message };
}

async function attempt<S extends Scenario>(
  scenario: S,
  rig: MappedRig,
  met: boolean,
  run: RigRun<S>,
): Promise<PlayedScenario> {
  const there = met
    ? ok(undefined)
    : await run.meet(rig).catch((thrown: unknown) => fail('internal', messageOf(thrown)));
  if (!there.ok) return run.unplayed(scenario, rig, 'error', there.error.message);
  const before = await script(rig, 'pre_script');
  const played = before.ok ? await run.play(scenario, rig) : run.unplayed(scenario, rig, 'error', before.error.message);
  const after = await script(rig, 'post_script');
  // A failure of the device takes precedence.
  return after.ok || played.status === 'failed' ? played : { ...played, status: 'error', message: after.error.message };
}

async function script(rig: MappedRig, name: 'pre_script' | 'post_script'): Promise<Result<void>> {
  const path = rig[name];
  if (path === undefined) return ok(undefined);
  const ran = await runOnRig(rig, scriptOf(rig, path));
  return ran.ok ? ran : fail('bad_value', `The ${name} of rig ${rig.id} failed: ${ran.error.message}`);
}
