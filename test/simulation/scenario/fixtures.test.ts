// The scenarios that come with it, in virtual time: each passes, and the same seed plays the same game.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readScenario } from '../../../simulation/scenario/read-scenario.ts';
import { linesOf } from '../../../simulation/scenario/report.ts';
import { runScenario, type Outcome } from '../../../simulation/scenario/run-scenario.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { openVirtualWorld } from '../../../simulation/scenario/virtual-world.ts';
import { readExtension } from '../../../simulation/extension-script/extension-file.ts';
import { ok } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';

const FOLDER = 'fixtures/scenarios';
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !/(^|\/)_/.test(name))
  .toSorted()
  .map((name) => join(FOLDER, name));

function read(t: ExecutionContext, file: string): Scenario {
  const include = (name: string, from: string) => {
    const path = join(dirname(from), name);
    return ok({ file: path, text: readFileSync(path, 'utf8') });
  };
  return valueOf(t, readScenario(readFileSync(file, 'utf8'), { file, include }));
}

async function play(t: ExecutionContext, scenario: Scenario): Promise<Outcome & { readonly log: readonly string[] }> {
  const { extension } = scenario;
  const script =
    extension === undefined ? null : valueOf(t, await readExtension(join(dirname(scenario.file), extension)));
  const world = await openVirtualWorld(scenario, {
    ...(script ? { extension: script } : {}),
    read: (name) => ok(readFileSync(join(dirname(scenario.file), name), 'utf8')),
  });
  const golden = { read: (name: string, from: string) => readFileSync(join(dirname(from), name)) };
  const outcome = await runScenario(scenario, world, { keep: (file) => ok(file), golden });
  const log = world.log();
  await world.close();
  return { ...outcome, log };
}

for (const file of FILES)
  test(`[scenario] ${file.slice(FOLDER.length + 1, -'.yaml'.length)}`, async (t) => {
    const scenario = read(t, file);
    const outcome = await play(t, scenario);
    const { name, seed } = scenario;
    const said = linesOf({ ...outcome, file, name, seed, backend: 'virtual', wall_ms: 0, artefacts: [] });
    t.is(outcome.status, 'passed', said.join('\n'));
  });

test('[scenario] the same seed plays the same game, and another one another', async (t) => {
  const scenario = read(t, join(FOLDER, 'device/golfer.yaml'));
  const [one, again, other] = [
    await play(t, scenario),
    await play(t, scenario),
    await play(t, { ...scenario, seed: 2 }),
  ];
  t.deepEqual(again, one);
  t.notDeepEqual(other.log, one.log);
});
