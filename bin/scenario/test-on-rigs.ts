// Plays scenarios on the rigs of a hardware map: every rig by itself, one scenario after the other. What the rig broke is tried once more
// after its power was off and on; what the device did wrong never is. A rig that breaks twice plays no more.

import type { Played } from '../../simulation/scenarios/reports/report.ts';
import { needsOf } from '../../simulation/scenarios/reading/needs.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { capabilitiesOf } from '../../simulation/rigs/rig.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { runOnRig, scriptOf, type MappedRig } from '../hil/rig-file.ts';
import { lockRig } from '../hil/rig-lock.ts';

interface RigRun<S extends Scenario = Scenario> {
  /** Whether anything can be played there. Errors: `bad_value`, or those of the serial port. */
  meet(rig: MappedRig): Promise<Result<unknown>>;
  /** Off and on, where the rig has a relay for it. */
  powerCycle(rig: MappedRig): Promise<Result<unknown>>;
  play(scenario: S, rig: MappedRig): Promise<Played>;
  /** What became of one that was not played. */
  unplayed(scenario: S, rig: MappedRig, status: 'error' | 'skipped', message: string): Played;
  /** As soon as one is over. True ends the rig's run. */
  over(played: Played): boolean;
}

/** In the order of the rigs, and of the scenarios on each. */
export async function playOnRigs<S extends Scenario>(
  scenarios: readonly S[],
  rigs: readonly MappedRig[],
  run: RigRun<S>,
): Promise<readonly Played[]> {
  const all = await Promise.all(rigs.map((rig) => playOnRig(scenarios, rig, run)));
  return all.flat();
}

async function playOnRig<S extends Scenario>(
  scenarios: readonly S[],
  rig: MappedRig,
  run: RigRun<S>,
): Promise<readonly Played[]> {
  const played: Played[] = [];
  const { lock, problem } = await lockRig(rig);
  // '' while the rig is whole.
  let broken = problem;
  let met = false;
  for (const scenario of scenarios) {
    const missing = missingOn(rig, scenario);
    let one: Played;
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

/** What a device at a board of this machine lacks; '' where there is nothing. A panel knows itself what it can do. */
function missingOn(rig: MappedRig, scenario: Scenario): string {
  if (scenario.devices.length > 1) return `it has ${scenario.devices.length} devices, and rig ${rig.id} is one`;
  if (rig.panel !== undefined) return '';
  const can = [...capabilitiesOf(rig), 'leds', 'sounds'];
  const missing = needsOf(scenario).find((need) => !can.includes(need));
  return missing === undefined ? '' : `it needs ${missing}, which rig ${rig.id} does not have`;
}

/** `met`: nothing has gone wrong with the rig since it was looked at. */
async function twice<S extends Scenario>(scenario: S, rig: MappedRig, met: boolean, run: RigRun<S>): Promise<Played> {
  const first = await attempt(scenario, rig, met, run);
  if (first.status !== 'error') return first;
  const cycled = await run.powerCycle(rig);
  const second = cycled.ok
    ? await attempt(scenario, rig, false, run)
    : run.unplayed(scenario, rig, 'error', cycled.error.message);
  return { ...second, retried: first.message };
}

async function attempt<S extends Scenario>(scenario: S, rig: MappedRig, met: boolean, run: RigRun<S>): Promise<Played> {
  const there = met
    ? ok(undefined)
    : await run.meet(rig).catch((thrown: unknown) => fail('internal', messageOf(thrown)));
  if (!there.ok) return run.unplayed(scenario, rig, 'error', there.error.message);
  const before = await script(rig, 'pre_script');
  const played = before.ok ? await run.play(scenario, rig) : run.unplayed(scenario, rig, 'error', before.error.message);
  const after = await script(rig, 'post_script');
  // What the device did wrong stays what is told.
  return after.ok || played.status === 'failed' ? played : { ...played, status: 'error', message: after.error.message };
}

async function script(rig: MappedRig, name: 'pre_script' | 'post_script'): Promise<Result<void>> {
  const path = rig[name];
  if (path === undefined) return ok(undefined);
  const ran = await runOnRig(rig, scriptOf(rig, path));
  return ran.ok ? ran : fail('bad_value', `The ${name} of rig ${rig.id}: ${ran.error.message}`);
}
