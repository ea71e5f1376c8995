// Hardware rigs as processes: two virtual boards on ptys, one of them out of calibration, inspected, compared and
// played on.

import { execFileSync } from 'node:child_process';
import { constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fieldsIn, fieldsOf, listOf } from '../support/read-json.ts';
import { runTapin, startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/** Starts a board on a pty, with a solenoid: each write into the FIFO triggers a strike. */
async function bench(t: ExecutionContext, folder: string, id: string, ...options: readonly string[]): Promise<string> {
  const [board, fifo] = [join(folder, id), join(folder, `${id}-strokes`)];
  const sensor = await startTapin(t, ['sensor', '--link', `pty:${board}`, '--seed', '1', ...options]);
  execFileSync('mkfifo', [fifo]);
  const strokes = new Socket({ fd: openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK) });
  strokes.on('data', (bytes: Buffer) => void sensor.child.stdin.write(bytes));
  t.teardown(() => void strokes.destroy());
  return `- id: ${id}
  serial: ${board}
  connected: true
  fixtures: [strike_solenoid]
  stroke: { type: command, run: [sh, -c, 'cat > ${id}-strokes'] }
  expect: { firmware: 1.0.0, protocol: '1.1' }
`;
}

const PUTT = `steps:
  - choose: [Metrics only, Start]
  - putt: { club_speed_mps: 2 }
  - wait_for: { text: 'Player 1: 1 putt', within: 20 s }
  - expect: { club_speed: 4.47 ± 0.05 mph }
`;

test('[rig] inspection, comparison and a scenario over ptys find the board that is out of calibration', async (t) => {
  const folder = await temporaryFolder(t);
  const map = join(folder, 'rig.yaml');
  const rigs = await Promise.all([bench(t, folder, 'good'), bench(t, folder, 'fast', '--clock-ppm', '20000')]);
  writeFileSync(map, `${rigs.join('')}- { id: gone, serial: ${folder}/none, connected: true }\n`);

  const strokes = join(folder, 'strokes.csv');
  writeFileSync(strokes, 'club_speed_mps,face_angle_deg\n3,1\n4,-1\n5,0\n');
  const plot = join(folder, 'plot.svg');
  const compared = await runTapin([
    'hil',
    'compare',
    'good',
    'fast',
    '--map',
    map,
    '--strokes',
    strokes,
    '--plot',
    plot,
    '--json',
  ]);
  t.is(compared.code, 1, compared.stderr);
  const { pairs, figures } = fieldsIn(compared.stdout);
  const [speed, face] = listOf(figures);
  t.deepEqual([pairs, speed?.['verdict'], face?.['verdict']], [3, 'biased', 'within'], compared.stdout);
  t.true(Math.abs(Number(speed?.['bias']) + 1.96) < 0.1, 'a clock that is 2 % fast makes speeds 1.96 % low');
  t.true(readFileSync(plot, 'utf8').startsWith('<svg '));

  const result = await runTapin(['hil', 'doctor', '--map', map, '--seconds', '8', '--json']);
  t.is(result.code, 3, result.stderr);
  const wrong = listOf(fieldsIn(result.stdout)['rigs']).map(({ id, findings }) => [id, ...listOf(findings).filter(({ state }) => state !== 'fine').map(({ check, state }) => `${String(check)} ${String(state)}`)]); // oxfmt-ignore
  t.deepEqual(wrong, [['good'], ['fast', 'clock wrong'], ['gone', 'port unreachable']], result.stdout);

  const file = join(folder, 'putt.yaml');
  writeFileSync(file, PUTT);
  const report = join(folder, 'report.xml');
  const played = await runTapin([
    'test',
    file,
    '--map',
    map,
    '--rig',
    'fast',
    '--json',
    '--junit',
    report,
    '--keep',
    folder,
  ]);
  const results = listOf(fieldsIn(played.stdout)['scenarios']).map(({ rig, status, message, backend }) => [rig, backend, status, message]); // oxfmt-ignore
  t.deepEqual(results, [['fast', 'rig', 'failed', '"Club speed: 4.4 mph" is not 4.47 ± 0.05 mph']]);
  t.is(played.code, 1);
  t.regex(readFileSync(report, 'utf8'), /<property name="rig" value="fast"\/>/);
});

test('[rig] reports an invalid call, map or port with a one-line error and its exit code', async (t) => {
  const folder = await temporaryFolder(t);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const gone = file(
    'gone.yaml',
    `- { id: gone, serial: ${folder}/none, connected: true }\n- { id: off, serial: /dev/x, connected: false }\n`,
  );
  const menu = file('menu.yaml', 'steps: [{ expect: { page: menu } }]');
  for (const [args, code, expected] of [
    [['hil', 'compare', 'virtual', 'none.gz'], 2, /^tapin: The recording none\.gz can't be read: no such file\.\n$/],
    [
      ['hil', 'compare', 'virtual', 'gone', '--map', gone],
      2,
      /^tapin: Rig gone has no serial port with a strike_solenoid\. [^\n]+\n$/,
    ],
    [['hil', 'doctor', '--map', file('bad.yaml', '- {}')], 2, /^tapin: \S+bad\.yaml:1:3: A rig requires id\.\n$/],
    [['test', menu, '--map', gone, '--rig', 'x'], 2, /^tapin: \S+gone\.yaml has no rig "x"; it has gone, off\.\n$/],
  ] as const) {
    const ended = await runTapin(args);
    t.deepEqual([ended.code, ended.stdout], [code, ''], args.join(' '));
    t.regex(ended.stderr, expected);
  }
  const broken = await runTapin(['test', menu, '--map', gone, '--json', '--keep', folder]);
  t.is(broken.code, 3);
  const [one] = listOf(fieldsIn(broken.stdout)['scenarios']).map(fieldsOf);
  const sentence = `No serial port at ${folder}/none.`;
  t.deepEqual([one?.['status'], one?.['message'], one?.['retried']], ['error', sentence, sentence]);
});
