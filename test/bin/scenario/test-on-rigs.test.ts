// Retries on a rig: once after an error of the rig, with a power cycle first; never after a failure of the device.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { MappedRig } from '../../../bin/hil/rig-file.ts';
import { lockRig } from '../../../bin/hil/rig-lock.ts';
import { playOnRigs } from '../../../bin/scenario/test-on-rigs.ts';
import type { PlayedScenario } from '../../../simulation/scenarios/reports/report.ts';
import { fail, ok } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

type Status = PlayedScenario['status'];
const MENU = 'steps: [{ expect: { page: menu } }]';

/** Rig that plays with these `statuses`, in order; `meets` are the reasons why it cannot be played on, '' if it can. */
async function fixture(t: ExecutionContext, statuses: readonly Status[], meets: readonly string[] = []) {
  const folder = await temporaryFolder(t);
  const rig: MappedRig = {
    id: 'bench',
    serial: join(folder, 'board'),
    connected: true,
    fixtures: ['camera'],
    can: [],
    expect: {},
    folder,
  };
  const done: string[] = [];
  const left = { statuses: [...statuses], meets: [...meets] };
  const outcomeOf = (status: Status, message = status === 'passed' ? '' : `it has ${status}`): PlayedScenario => ({
    status, message, at: null, device: '', lines: [], failures: [], journal: [], film: null, steps: 0, putts: 0, screenshots: [], played_ms: 0, file: 'a.yaml', name: 'a', seed: 1, backend: 'rig', rig: rig.id, wall_ms: 0, artefacts: [],
  }); // oxfmt-ignore
  const play = async (texts: readonly string[], change: Partial<MappedRig> = {}): Promise<readonly string[]> => {
    const scenarios = texts.map((text) => valueOf(t, readText(text)));
    const played = await playOnRigs(scenarios, [{ ...rig, ...change }], {
      meet: async () => {
        done.push('meet');
        const problem = left.meets.shift() ?? '';
        return problem === '' ? ok(undefined) : fail('serial_failed', problem);
      },
      powerCycle: async () => (done.push('cycle'), ok(undefined)),
      play: async () => (done.push('play'), outcomeOf(left.statuses.shift() ?? 'passed')),
      unplayed: (_, __, status, message) => outcomeOf(status, message),
      over: () => false,
    });
    return played.map(({ status, message, retried }) =>
      [status, message, ...(retried === undefined ? [] : [`after: ${retried}`])].join('; '),
    );
  };
  return { folder, rig, done, play };
}

test('[rig] never retries a failed scenario', async (t) => {
  const { play, done } = await fixture(t, ['failed', 'passed']);
  t.deepEqual(await play([MENU, MENU]), ['failed; it has failed', 'passed; ']);
  t.deepEqual(done, ['meet', 'play', 'play'], 'a working rig is checked once');
});

test('[rig] retries a scenario once after a rig error, a power cycle and a new check', async (t) => {
  const { play, done } = await fixture(t, ['error', 'passed']);
  t.deepEqual(await play([MENU]), ['passed; ; after: it has error']);
  t.deepEqual(done, ['meet', 'play', 'cycle', 'meet', 'play']);
});

test('[rig] a rig that breaks twice plays no further scenario, and its remaining ones are errors', async (t) => {
  const { play, done } = await fixture(t, ['error', 'error']);
  t.deepEqual(await play([MENU, MENU, 'cloud: true\nsteps: [plug]']), [
    'error; it has error; after: it has error',
    'error; rig bench is broken: it has error',
    'skipped; needs cloud, which rig bench lacks',
  ]);
  t.deepEqual(done, ['meet', 'play', 'cycle', 'meet', 'play']);
});

test('[rig] reports a board that does not respond as an error, and plays nothing', async (t) => {
  const { play, done } = await fixture(t, [], ['silent', 'silent']);
  t.deepEqual(await play([MENU]), ['error; silent; after: silent']);
  t.deepEqual(done, ['meet', 'cycle', 'meet']);
});

test('[rig] skips a scenario that needs more than the rig has, with the reason', async (t) => {
  const { play, done } = await fixture(t, []);
  t.deepEqual(
    await play([
      'steps: [{ putt: { roll_ft: 9 } }]',
      'needs: [ball_return]\nsteps: [plug]',
      'devices: { a: , b: }\nsteps: [plug]',
      `needs: [camera]\n${MENU}`,
    ]),
    [
      'skipped; needs stroke, which rig bench lacks',
      'skipped; needs ball_return, which rig bench lacks',
      'skipped; needs 2 devices, but rig bench has one',
      'passed; ',
    ],
  );
  t.deepEqual(done, ['meet', 'play']);
});

test('[rig] runs scripts around each scenario, the post_script always; a failing one is a rig error', async (t) => {
  const { folder, play, done } = await fixture(t, ['failed', 'passed', 'passed']);
  const script = (name: string, code: number): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} $TAPIN_RIG >> said\nexit ${code}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  const scriptOutput = (): string =>
    existsSync(join(folder, 'said')) ? readFileSync(join(folder, 'said'), 'utf8') : '';
  script('before', 0);
  script('after', 0);
  const scripts = { pre_script: 'before', post_script: './after' };
  t.deepEqual(await play([MENU], scripts), ['failed; it has failed']);
  t.is(scriptOutput(), 'before bench\nafter bench\n');
  script('after', 3);
  const [after] = await play([MENU], scripts);
  t.regex(
    after ?? '',
    /^error; The post_script of rig bench failed: .*after exited with code 3\.; after: The post_script /,
  );
  script('before', 4);
  script('after', 0);
  done.length = 0;
  const [before] = await play([MENU], scripts);
  t.regex(before ?? '', /^error; The pre_script of rig bench failed: .*before exited with code 4\./);
  t.false(done.includes('play'));
  t.true(scriptOutput().endsWith('after bench\n'), 'the post_script still runs');
});

test('[rig] reports a rig in use as an error, and releases the rig after a run', async (t) => {
  const { play, rig, done } = await fixture(t, []);
  const mine = await lockRig(rig);
  t.deepEqual(await play([MENU]), [`error; rig bench is in use by process ${process.pid}`]);
  t.deepEqual(done, []);
  await mine.lock?.release();
  t.deepEqual(await play([MENU]), ['passed; ']);
  const again = await lockRig(rig);
  t.is(again.problem, '');
  await again.lock?.release();
});
