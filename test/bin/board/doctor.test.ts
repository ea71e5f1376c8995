// `tapin doctor` on an unknown machine: the form of its output, and the check for each port of a board file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { playVerdict } from '../../../bin/doctor/report.ts';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[cli] tapin doctor reports each port, and fails if one of the board file is missing', async (t) => {
  const folder = await temporaryFolder(t);
  const board = join(folder, 'board.yaml');
  writeFileSync(board, `sensor: ${folder}/ttyGate\nkeyboard: ${folder}/hidg0\n`);
  writeFileSync(join(folder, 'hidg0'), '');
  const { code, stdout } = await runTapin(['doctor', '--board', board, '--json']);
  t.is(code, 1);
  const { ok, ports } = fieldsIn(stdout);
  t.false(ok);
  const byPort = new Map(
    listOf(ports)
      .map(fieldsOf)
      .map((each) => [each['port'], each]),
  );
  t.like(byPort.get('sensor'), { wanted: true, state: 'missing', what: [`${folder}/ttyGate not found.`] });
  t.like(byPort.get('keyboard'), { wanted: true, state: 'found', what: [`${folder}/hidg0`] });
  t.like(byPort.get('display'), { wanted: false });
  t.false(stdout.includes('trials'));
  const text = await runTapin(['doctor', '--board', board]);
  t.regex(text.stdout, /^FAIL sensor {4}\S+ttyGate not found\.\n {15}→ Plug in the sensor board, /);
  t.regex(text.stdout, /\nok {3}keyboard {2}\S+hidg0\n/);
  t.regex(text.stdout, /\nCannot play; missing: sensor(, clock)?\n$/);
});

(process.platform === 'linux' ? test : test.skip)(
  '[cli] tapin doctor --test tries the devices of the board file, and without a terminal asks no questions and prints one JSON document',
  async (t) => {
    const folder = await temporaryFolder(t);
    const board = join(folder, 'board.yaml');
    writeFileSync(board, `display: { device: ${folder}/fb0 }\nleds: [{ name: none }]\n`);
    const { code, stdout, stderr } = await runTapin(['doctor', '--board', board, '--test', '--json', '--show', '1 s']);
    t.is(code, 1);
    const { ok, trials } = fieldsIn(stdout);
    t.false(ok);
    t.like(listOf(trials).map(fieldsOf), [
      { port: 'display', state: 'failed' },
      { port: 'leds', state: 'failed' },
    ]);
    t.is(stderr, '');
    const text = await runTapin(['doctor', '--board', board, '--test']);
    t.regex(text.stdout, /\nFAIL leds {6}No LED none in /);
    const without = await runTapin(['doctor', '--test']);
    t.deepEqual([without.code, without.stderr], [2, 'tapin: --test requires --board.\n']);
  },
);

const parts = (states: Readonly<Record<string, 'found' | 'missing' | 'no rights'>>, wanted: readonly string[] = []) =>
  Object.entries(states).map(([port, state]) => ({ port, state, wanted: wanted.includes(port) }));

test('[cli] tapin doctor ends with a verdict: a sensor suffices to play', (t) => {
  const all = { sensor: 'found', display: 'found', leds: 'found' } as const;
  t.deepEqual(playVerdict(parts(all), false), { can_play: true, text: 'Can play' });
  t.deepEqual(playVerdict(parts({ ...all, display: 'missing' }), false), {
    can_play: true,
    text: 'Can play; missing: display',
  });
  t.deepEqual(playVerdict(parts({ ...all, sensor: 'missing', leds: 'no rights' }), false), {
    can_play: false,
    text: 'Cannot play; missing: sensor; no rights: leds',
  });
  t.false(playVerdict(parts({ ...all, sensor: 'no rights' }), false).can_play);
  const bare = { ...all, display: 'missing', leds: 'missing' } as const;
  t.is(playVerdict(parts(bare, ['leds']), true).text, 'Can play; missing: leds', 'the board has no display');
  t.is(playVerdict(parts({ ...bare, sensor: 'missing' }, []), true).text, 'Cannot play; missing: sensor');
});
