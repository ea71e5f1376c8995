// Plays the bundled scenarios in virtual time: each passes, the same seed gives the same game, and together they cover
// the required share of the statecharts.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readExceptions } from '../../../simulation/statecharts/exceptions.ts';
import { FIRMWARE_MACHINES } from '../../../simulation/statecharts/machines.ts';
import { createCoverageRecorder, type CoverageRecorder } from '../../../simulation/statecharts/recorder.ts';
import { summaryOf, sumOf, wrongExceptions, type Share } from '../../../simulation/statecharts/summary.ts';
import { sumLine } from '../../../simulation/statecharts/table.ts';
import { readScenario } from '../../../simulation/scenarios/reading/read-scenario.ts';
import { linesOf } from '../../../simulation/scenarios/reports/report.ts';
import { runScenario, type ScenarioOutcome } from '../../../simulation/scenarios/run-scenario.ts';
import type { Scenario } from '../../../simulation/scenarios/scenario.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
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

type Play = ScenarioOutcome & { readonly log: readonly string[] };

async function play(t: ExecutionContext, scenario: Scenario, inspect?: CoverageRecorder['inspect']): Promise<Play> {
  const { extension } = scenario;
  const script =
    extension === undefined ? null : valueOf(t, await readExtension(join(dirname(scenario.file), extension)));
  const world = await openVirtualBackend(scenario, {
    inspect,
    ...(script ? { extension: script } : {}),
    read: (name) => ok(readFileSync(join(dirname(scenario.file), name), 'utf8')),
  });
  const golden = { read: (name: string, from: string) => ok(readFileSync(join(dirname(from), name))) };
  const outcome = await runScenario(scenario, world, { keep: (file) => ok(file), golden });
  const log = world.log();
  await world.close();
  return { ...outcome, log };
}

const recorder = createCoverageRecorder(FIRMWARE_MACHINES);
const played = new Map<string, Promise<Play>>();

/** Plays every file once and shares the result between tests. */
function playOnce(t: ExecutionContext, file: string): Promise<Play> {
  const playing = played.get(file) ?? play(t, read(t, file), recorder.inspect);
  played.set(file, playing);
  return playing;
}

for (const file of FILES)
  test(`[scenario] ${file.slice(FOLDER.length + 1, -'.yaml'.length)}`, async (t) => {
    const { name, seed } = read(t, file);
    const outcome = await playOnce(t, file);
    const output = linesOf({ ...outcome, file, name, seed, backend: 'virtual', wall_ms: 0, film: null, artefacts: [] });
    t.is(outcome.status, 'passed', output.join('\n'));
  });

test('[C145] the extension in the scenarios folder equals the example in the guide', (t) => {
  const read = (path: string): string => readFileSync(path, 'utf8');
  t.is(read(join(FOLDER, 'extension/comet.lua')), read('docs/extensions/examples/comet.lua'));
});

test('[scenario] gives the same game for the same seed, inspected or not, and a different game for another seed', async (t) => {
  const file = join(FOLDER, 'device/golfer.yaml');
  const scenario = read(t, file);
  const [watched, again, other] = [
    await playOnce(t, file),
    await play(t, scenario),
    await play(t, { ...scenario, seed: 2 }),
  ];
  t.deepEqual(again, watched);
  t.notDeepEqual(other.log, again.log);
});

/** Coverage floors, a little below the current values. Raise them when scenarios are added. */
const FLOORS = { states: 0.88, transitions: 0.5, guards: 0.3 } as const;

test('[scenario] all scenarios together cover enough states, transitions and guards', async (t) => {
  for (const file of FILES) await playOnce(t, file);
  const exceptions = readExceptions();
  const coverage = recorder.coverage();
  const sum = sumOf(coverage.map((machine) => summaryOf(machine, exceptions)));
  t.log(sumLine(sum));
  const reaches = ({ hit, of }: Share, floor: number): boolean => hit / of >= floor;
  t.true(reaches(sum.states, FLOORS.states), `states: ${sumLine(sum)}`);
  t.true(reaches(sum.transitions, FLOORS.transitions), `transitions: ${sumLine(sum)}`);
  t.true(reaches(sum.guards, FLOORS.guards), `guards: ${sumLine(sum)}`);
  t.deepEqual(wrongExceptions(coverage, exceptions), []);
});
