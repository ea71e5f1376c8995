// Explanations of failures, from the recordings of virtual devices.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { playScenario } from '../../../../bin/scenario/play-scenario.ts';
import { readScenarioFile } from '../../../../bin/scenario/scenario-file.ts';
import type { Explanation } from '../../../../simulation/scenarios/failures/explanation.ts';
import type { PlayedScenario } from '../../../../simulation/scenarios/reports/report.ts';
import { assertDefined } from '../../../../wire/errors.ts';
import { valueOf } from '../../../support/results.ts';
import { temporaryFolder } from '../../../support/process/temporary-folder.ts';

async function played(t: ExecutionContext, steps: string, record_passes = false): Promise<PlayedScenario> {
  const folder = await temporaryFolder(t);
  return playedIn(t, folder, steps, record_passes);
}

function playedIn(t: ExecutionContext, folder: string, steps: string, record_passes = false): Promise<PlayedScenario> {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, `steps:\n${steps}`);
  const options = { on: { kind: 'virtual' }, folder: join(folder, 'kept'), recordPasses: record_passes } as const;
  return playScenario(valueOf(t, readScenarioFile(file)), options, { progress: () => {}, inspect: undefined });
}

const explanationOf = ({ failures }: PlayedScenario, index = 0): Explanation =>
  assertDefined(failures[index]?.explanation, 'an explanation');

/** A putt at 80 % of the wanted speed stops short. A swing takes 2.5 s, and the ball some seconds more. */
const SHORT = '  - choose: [Lag putting, Start]\n  - putt: { share: 0.8 }\n';

test('[scenario] tells what a wait saw instead: the nearest text, states and sounds with their times', async (t) => {
  const outcome = await played(t, `${SHORT}  - wait_for: { text: 'Verdict: Holed', within: 10 s }\n`);
  t.is(outcome.message, 'no screen line contains "Verdict: Holed" after 10 s');
  const { quote, nearest, meanwhile, waited, before, replay } = explanationOf(outcome);
  t.is(quote[2], "> 4 |   - wait_for: { text: 'Verdict: Holed', within: 10 s }");
  t.is(waited, '5.56–15.56 s', '3 s of boot, three keys of 20 ms and the swing');
  t.regex(nearest.join(), /^"Verdict: Short, leaves \d+\.\d ft" was on the screen (\d+\.\d+)–(\d+\.\d+) s$/);
  t.regex(meanwhile[0] ?? '', /^"Verdict: Short, leaves/, 'the expected label comes first');
  t.true(meanwhile.some((line) => /^machine set: rolling until .* s, resting .*, awaiting from/.test(line)));
  t.true(meanwhile.some((line) => /^sounds: miss \d/.test(line)));
  t.is(before.length, 5);
  t.regex(before[0] ?? '', /^3\.06 s {2}putter \d/, 'the last input is there');
  t.regex(
    before[4] ?? '',
    /^\d+\.\d+ s {2}machine set: resting → deciding on after look; machine set: deciding → awaiting/,
  );
  t.regex(replay, /^tapin replay \S+\/kept\/recording\.tapin\.gz --at 15\.56 --serve$/);
});

test('[scenario] says when an expected text was on the screen, if it was there before', async (t) => {
  const outcome = await played(t, `${SHORT}  - advance: 8 s\n  - expect: Putt 1 of 10\n`);
  t.regex(
    explanationOf(outcome).nearest.join(),
    /^"Lag putting · Putt 2 of 10" is on the screen,"Lag putting · Putt 1 of 10" was on the screen 3\.04–\d/,
  );
  t.deepEqual(explanationOf(outcome).meanwhile, [], 'an expectation does not wait');
});

test('[scenario] reports every wrong field of an expectation', async (t) => {
  const outcome = await played(t, '  - expect: { page: setup, text: [Nonsense, Metrics only], led: { 1: red } }\n');
  const problems = ['no screen line contains "Nonsense"', 'the page is menu, not setup', 'LED 1 is off, not red'];
  t.deepEqual(outcome.failures[0]?.problems, problems);
  t.is(outcome.message, problems.join('; '));
});

test('[scenario] continues after a failed check, and reports all, with the events before each', async (t) => {
  const steps = `  - check: { page: setup }\n${SHORT}  - check: { page: menu }\n  - expect: { page: menu }\n  - press: ok\n`;
  const outcome = await played(t, steps);
  t.is(outcome.status, 'failed');
  t.deepEqual(
    outcome.failures.map(({ at, message }) => [at?.line, message]),
    [
      [2, 'the page is menu, not setup'],
      [5, 'the page is playing, not menu'],
      [6, 'the page is playing, not menu'],
    ],
  );
  t.notRegex(explanationOf(outcome).before.join(), /key down/, 'the keys came after the first check');
  t.regex(explanationOf(outcome, 1).before.join(), /sound strike/);
});

test('[scenario] fails a scenario that plays longer than its timeout, at that moment', async (t) => {
  const outcome = await played(t, '  - advance: 10 s\ntimeout: 4 s\n');
  t.deepEqual([outcome.status, outcome.message], ['failed', 'timed out: this scenario may play for 4 s']);
  t.is(outcome.played_ms, 4000);
  t.is((await played(t, '  - advance: 4 s\ntimeout: 4 s\n')).status, 'passed');
});

test('[scenario] compares a failure with the recording of the last pass', async (t) => {
  const folder = await temporaryFolder(t);
  const steps = '  - choose: [Lag putting, Start]\n';
  const passed = await playedIn(t, folder, `${steps}  - expect: { page: playing }\n`, true);
  t.deepEqual([passed.status, passed.artefacts.map((path) => basename(path))], ['passed', ['last-pass.tapin.gz']]);
  const failed = await playedIn(t, folder, `${steps}  - expect: { page: menu }\n`);
  t.deepEqual(explanationOf(failed).last_pass, [
    'None: the device answers the inputs of the last good run as it did then.',
  ]);
  // A recording of another firmware: the first key made another sound.
  const last_pass = assertDefined(passed.artefacts[0], 'a recording');
  const text = gunzipSync(readFileSync(last_pass)).toString();
  writeFileSync(last_pass, gzipSync(text.replace('["sound","click"', '["sound","holed"')));
  const differing = await playedIn(t, folder, `${steps}  - expect: { page: menu }\n`);
  t.deepEqual(explanationOf(differing).last_pass, [
    'At 3 s of the good run device got: key down press. Its answer then (-) and now (+):',
    '- sound holed',
    '+ sound click',
  ]);
});

test('[report] a film has a frame for each change, at its step, and the events in words', async (t) => {
  const { film } = await played(t, `${SHORT}  - wait_for: { text: 'Verdict: Holed', within: 10 s }\n`);
  const { steps, frames, events, code } = assertDefined(film, 'a film').film;
  t.deepEqual(
    steps.map(({ action, failed }) => [action, failed]),
    [
      ['choose Lag putting, Start', false],
      ['putt share 0.8', false],
      ['wait for "Verdict: Holed"', true],
    ],
  );
  const last = assertDefined(frames.at(-1), 'a frame');
  t.deepEqual([last.step, last.lines[0]], [2, 'Lag putting · Putt 2 of 10']);
  t.true(frames.some(({ step, lines }) => step === 2 && lines.some((line) => line.startsWith('Verdict: Short'))));
  t.deepEqual(
    frames,
    frames.toSorted((a, b) => a.at_ms - b.at_ms),
  );
  t.true(events.some(({ kind, text }) => kind === 'sound' && text === 'sound miss'));
  t.true(code.includes('firmware/play/set.machine.ts (machine set)'), code.join('\n'));
  t.true(code.includes('firmware/experiences/lag-putting.ts (Lag putting)'), code.join('\n'));
});
