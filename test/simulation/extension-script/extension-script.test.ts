// Tests of extension scripts: the examples and their screenshots, the script format, and the output of `tapin extension
// test` on a mismatch.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { differenceOf, readFrame } from '../../../simulation/reports/frames.ts';
import { manifestOf } from '../../support/extension/extension-fixture.ts';
import { playExtension } from '../../support/extension/play-extension.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { valueOf } from '../../support/results.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const FOLDER = 'docs/extensions/examples';
const EXAMPLES = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.lua') ? [file.replace('.lua', '')] : []));
/** Less than the pixels of the smallest letter. */
const PIXELS_DIFFERING_MAX = 12;

for (const name of EXAMPLES)
  test(`[golden] the example ${name} passes its script and matches its picture`, async (t) => {
    const folder = await temporaryFolder(t);
    const text = await readFile(join(FOLDER, `${name}.yaml`), 'utf8');
    const played = valueOf(t, await playExtension(join(FOLDER, `${name}.lua`), text, folder));
    t.is(played.status, 'passed', played.message);
    const { screenshots } = played;
    t.deepEqual(screenshots, [join(folder, `${name}.png`)]);
    const [expected, actual] = [join(FOLDER, `${name}.png`), join(folder, `${name}.png`)];
    const { count, first } = differenceOf(
      await readFrame(await readFile(expected)),
      await readFrame(await readFile(actual)),
    );
    t.true(count <= PIXELS_DIFFERING_MAX, `${count} pixels differ, the first at ${first}: see npm run pictures`);
  });

for (const keep of ['store.set("n", n)', 'trend.add("n", n)'])
  test(`[extension] plays to the end an extension that stores a value at each putt: ${keep}`, async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'keeps.lua');
    const manifest = 'manifest { name = "Keeps", kind = "drill", trend = { { key = "n" } } }';
    writeFileSync(
      file,
      `${manifest} local n = 0 function ext.putt() n = n + 1 ${keep} end function ext.draw() canvas.text("n " .. n, 10, 30) end`,
    );
    // The record writer rests 5 s between writes, and the putts end at odd fractions of a millisecond.
    const putts = Array.from({ length: 6 }, () => '  - putt: { roll_ft: 6 }').join('\n');
    const played = valueOf(t, await playExtension(file, `steps:\n${putts}\n  - expect: n 6\n`, folder));
    t.is(played.status, 'passed', played.message);
  });

const COUNTER = `${manifestOf('Counter')}
local putts, keys, updates = 0, 0, 0
function ext.putt(p) putts = putts + 1 if putts == 3 then error("three is too many") end end
function ext.key(name) keys = keys + 1 end
function ext.draw() canvas.text(putts .. " putts, " .. keys .. " keys", 20, 40) end`;

test('[extension] prints a summary line on success; line, message and screen on failure', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'counter.lua');
  writeFileSync(file, COUNTER);
  const run = async (script: string) => {
    writeFileSync(join(folder, 'counter.yaml'), script);
    const { code, stdout } = await runTapin(['extension', 'test', file]);
    return { code, output: stdout.replaceAll(`${folder}/`, '').trimEnd() };
  };
  const passed = await run(`steps:
    - putt: { roll_ft: 9 }
    - putt: { club_speed_mps: 1.2, face_angle_deg: -0.5 }
    - key: [left, ok]
    - wait_ms: 1000
    - expect: [2 putts, 2 keys]
    - expect_line: "2 putts, 2 keys"
    - reject: 3 putts
    - screenshot: counter.png`);
  t.is(passed.code, 0, passed.output);
  t.regex(
    passed.output,
    /^counter\.yaml: passed: 8 steps, 2 putts, 1 screenshot; peak heap [\d.]+ of 256 KB, [\d.]+ KB free; 6 s of play in \d+\.\d s\.$/,
  );
  t.true(existsSync(join(folder, 'counter.png')));

  const failed = await run('# a remark\nsteps:\n  - putt: { roll_ft: 9 }\n  - expect: 2 putts\n');
  t.is(failed.code, 1);
  t.deepEqual(failed.output.split('\n'), [
    'counter.yaml:4:5: no screen line contains "2 putts":',
    '    1 putts, 0 keys',
    '    Keys: Back leaves',
  ]);
  const whole = await run('steps:\n  - expect_line: 0 putts\n');
  t.regex(whole.output, /^counter\.yaml:2:5: no screen line is "0 putts":\n/);
  const rejected = await run('steps:\n  - reject: 0 putts\n');
  t.regex(rejected.output, /^counter\.yaml:2:5: a screen line contains "0 putts":\n/);
  const stopped = await run('steps:\n  - putt: &p { roll_ft: 3 }\n  - putt: *p\n  - putt: *p\n  - wait_ms: 5\n');
  t.regex(
    stopped.output,
    /^counter\.yaml:4:5: the extension has stopped:\n.*\n {4}This extension has stopped\n {4}Line 4: three is too many/,
  );
  const meant = await run(
    'steps:\n  - putt: &p { roll_ft: 3 }\n  - putt: *p\n  - putt: *p\n  - expect: three is too many\n',
  );
  t.is(meant.code, 0, meant.output);
});

test('[extension] reports a missing script and a broken file, and accepts a script by name', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'counter.lua');
  writeFileSync(file, COUNTER);
  const none = await runTapin(['extension', 'test', file]);
  t.is(none.code, 2);
  t.regex(none.stdout, /counter\.yaml can't be read: /);
  writeFileSync(join(folder, 'other.yaml'), 'steps:\n  - expect: 0 putts\n');
  const other = await runTapin(['extension', 'test', file, '--script', join(folder, 'other.yaml')]);
  t.is(other.code, 0, other.stdout);
  writeFileSync(file, 'manifest {');
  const wrong = await runTapin(['extension', 'test', file]);
  t.is(wrong.code, 1);
  t.regex(wrong.stdout, /counter\.lua:1: .*\(compile_error\)\n$/);
});

test('[extension] opens the extension even if its name matches or starts a menu row', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'named.lua');
  for (const name of ['Lag', 'Metrics only', 'Status', 'Play together']) {
    writeFileSync(file, `${manifestOf(name)}function ext.draw() canvas.text("it is me", 20, 40) end`);
    const played = valueOf(t, await playExtension(file, 'steps: [expect_line: it is me]', folder));
    t.is(played.status, 'passed', played.message);
  }
});

test('[extension] takes settings and players from the script, refuses invalid settings', async (t) => {
  const folder = await temporaryFolder(t);
  const outcomeOf = async (text: string): Promise<string> => {
    const played = await playExtension(join(FOLDER, 'ladder.lua'), text, folder);
    return played.ok ? played.value.status : played.error.message;
  };
  t.is(
    await outcomeOf('{ players: [Ana, Bo], settings: { start: 6 }, steps: [expect_line: [Ana, 6 feet]] }'),
    'passed',
  );
  t.is(await outcomeOf('{ settings: { begin: 6 }, steps: [expect: x] }'), 'the manifest has no setting begin.');
  for (const value of ['1', '21', '"6"', '6.5', 'true'])
    t.regex(
      await outcomeOf(`{ settings: { start: ${value} }, steps: [expect: x] }`),
      /^the manifest does not allow .* for start\.$/,
    );
});

test('[extension] reports an invalid script with a one-line error that includes the line number', (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /^a\.yaml:1:1: A scenario must be a mapping with steps/],
    ['- putt', /^a\.yaml:1:1: A scenario must be a mapping with steps/],
    ['steps: [', /^a\.yaml:1:\d+: Invalid YAML: /],
    ['steps:\n\t- x', /^a\.yaml:\d:\d+: Invalid YAML: /],
    ['steps: 3', /^a\.yaml:1:1: steps must be a list/],
    ['stepps: []', /^a\.yaml:1:1: stepps is unknown; did you mean steps\?$/],
    ['seed: 1.5\nsteps: [wait_ms: 1]', /^a\.yaml:1:1: seed must be a whole number from 0 to 2147483647\.$/],
    ['players: [a, b, c, d, e]\nsteps: [wait_ms: 1]', /^a\.yaml:1:1: players must be a list of 1 to 4 players\.$/],
    ['settings: 4\nsteps: [wait_ms: 1]', /^a\.yaml:1:1: settings must map manifest keys/],
    ['steps:\n  - wait_ms: 1\n  - jump: 3', /^a\.yaml:3:5: A step must be one of press, key,/],
    ['steps:\n  - { wait_ms: 1, key: ok }', /^a\.yaml:2:5: A step must be one of/],
    ['steps:\n  - wait_ms: 0', /^a\.yaml:2:5: wait_ms must be a whole number from 1 to 600000\.$/],
    ['steps:\n  - wait_ms: 600001', /^a\.yaml:2:5: wait_ms/],
    ['steps:\n  - key: home', /^a\.yaml:2:5: key must be one of up, down, left, right, ok, back, or a list of them\.$/],
    ['steps:\n  - expect: []', /^a\.yaml:2:5: expect must be a screen text/],
    ['steps:\n  - screenshot: a.jpg', /^a\.yaml:2:5: screenshot must be the name of a PNG file\.$/],
    ['steps:\n  - putt: {}', /^a\.yaml:2:5: A putt must have exactly one of share, roll_ft and club_speed_mps/],
    ['steps:\n  - putt: { roll_ft: 3, club_speed_mps: 1 }', /^a\.yaml:2:5: A putt must have exactly one of/],
    ['steps:\n  - putt: { roll_ft: 166 }', /^a\.yaml:2:5: roll_ft must be a number from/],
    [
      'steps:\n  - putt: { roll_ft: 0.05 }',
      /^a\.yaml:2:5: roll_ft must be a number from 0\.11 to 165, the range of a putter\.$/,
    ],
    [
      'steps:\n  - putt: { club_speed_mps: 7 }',
      /^a\.yaml:2:5: club_speed_mps must be a number from 0\.15 to 6 m\/s\.$/,
    ],
    [
      'steps:\n  - putt: { roll_ft: 3, spin: 1 }',
      /^a\.yaml:2:25: putt\.spin is unknown; allowed: share, roll_ft, club_speed_mps, /,
    ],
    [`a: &a [${'x,'.repeat(99)}x]\nsteps: [${'*a,'.repeat(200)}*a]`, /^a\.yaml:1:1: /],
  ];
  for (const [text, expected] of wrong) {
    const read = readText(text);
    t.regex(read.ok ? 'fine' : read.error.message, expected, text.slice(0, 60));
  }
  for (const feet of [0.11, 165]) t.true(readText(`steps: [putt: { roll_ft: ${feet} }]`).ok, `${feet}`);
});
