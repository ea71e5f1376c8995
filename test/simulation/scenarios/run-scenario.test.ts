// Tests of running a scenario on a backend that the test replaces: its calls, its waits, and its messages.

import test, { type ExecutionContext } from 'ava';
import { CAPABILITIES, type Backend, type Capability, type Snapshot } from '../../../simulation/scenarios/backend.ts';
import { runScenario, type ScenarioOutcome } from '../../../simulation/scenarios/run-scenario.ts';
import { fail, ok } from '../../../wire/errors.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { valueOf } from '../../support/results.ts';

interface Fake {
  readonly can?: readonly Capability[];
  /** Returns the snapshot after this many milliseconds. */
  snapshot?(ms: number): Partial<Snapshot>;
  /** Substring of the calls that the device refuses. */
  readonly refuses?: string;
  readonly breaks?: string;
  readonly files?: Readonly<Record<string, string>>;
}

interface Run {
  readonly outcome: ScenarioOutcome;
  /** Calls to the devices, each with its time. */
  readonly calls: readonly string[];
}

async function run(t: ExecutionContext, text: string, fake: Fake = {}): Promise<Run> {
  const scenario = valueOf(t, readText(text, fake.files));
  const calls: string[] = [];
  let now_ms = 0;
  const ask = async (what: string) => {
    calls.push(`${now_ms} ${what}`);
    if (fake.breaks !== undefined && what.includes(fake.breaks)) throw new Error('the port has gone');
    const refused = fake.refuses !== undefined && what.includes(fake.refuses);
    return refused ? fail('sensor_unplugged', 'The sensor is unplugged.') : ok(undefined);
  };
  const backend: Backend = {
    name: 'a test',
    can: new Set(fake.can ?? CAPABILITIES),
    settle_ms: 20,
    target: (name) => ({
      snapshot: async () => ({ lines: [], states: {}, leds: [], sounds: [], taps: [], ...fake.snapshot?.(now_ms) }),
      png: async () => new Uint8Array([7]),
      key: (key, action) => ask(`${name} ${action} ${key}`),
      type: (typed) => ask(`${name} type ${typed}`),
      touch: (x, y) => ask(`${name} touch ${x} ${y}`),
      stroke: ({ club_speed_mps, face_angle_deg }) =>
        ask(`${name} stroke ${club_speed_mps.toFixed(3)} ${face_angle_deg}`),
      wantedPutt: async () => ({ club_speed_mps: 1.25, face_angle_deg: 0 }),
      golfer: (on) => ask(`${name} golfer ${on}`),
      plug: (plugged) => ask(`${name} plug ${plugged}`),
      fault: (fault) => ask(`${name} fault ${fault}`),
      board: (event) => ask(`${name} board ${event}`),
      power: (action) => ask(`${name} power ${action}`),
      network: (joined) => ask(`${name} network ${joined}`),
      setClock: (ms) => ask(`${name} clock ${ms}`),
    }),
    async pass(ms) {
      now_ms += ms;
    },
    now_ms: () => now_ms,
    cloud: (action) => ask(`cloud ${action}`),
    log: () => [],
    recording: async () => null,
    async close() {},
  };
  const outcome = await runScenario(scenario, backend, { keep: (file) => ok(`kept/${file}`) });
  return { outcome, calls };
}

const steps = (...lines: readonly string[]): string => `steps:\n${lines.map((line) => `  - ${line}\n`).join('')}`;

test('[scenario] calls the device for each step, and only waiting lets time pass', async (t) => {
  const { outcome, calls } = await run(
    t,
    steps(
      'press: [ok, back]',
      'key: left',
      'hold: { key: ok, for: 2 s }',
      'type: Ann',
      'touch: { x: 20, y: 30 }',
      'golfer: on',
      'unplug',
      'plug',
      'fault: stuck',
      'power: cut',
      'network: off',
      'clock: { wrong_by: 2 s }',
      'cloud: kill',
      'advance: 5 s',
      'wait_ms: 10',
      'screenshot: a.png',
    ),
  );
  t.deepEqual(calls, [
    '0 device tap ok',
    '20 device tap back',
    '40 device tap left',
    '60 device press ok',
    '2060 device release ok',
    '2080 device type Ann',
    '2100 device touch 20 30',
    '2120 device golfer true',
    '2120 device plug false',
    '2120 device plug true',
    '2120 device fault stuck',
    '2120 device power cut',
    '2120 device network false',
    '2120 device clock 2000',
    '2120 cloud kill',
  ]);
  t.like(outcome, { status: 'passed', message: '', steps: 16, played_ms: 7130, screenshots: ['kept/a.png'] });
});

test('[scenario] putts like a good player, a share of it, by distance, or by stroke values', async (t) => {
  const { calls, outcome } = await run(
    t,
    steps(
      'putt: good',
      'putt: { share: 0.8, face_angle_deg: -1 }',
      'putt: { club_speed_mps: 2 }',
      'putt: { roll_ft: 9 }',
    ),
  );
  t.deepEqual(calls.slice(0, 3), [
    '0 device stroke 1.250 0',
    '2500 device stroke 1.000 -1',
    '5000 device stroke 2.000 0',
  ]);
  t.is(outcome.putts, 4);
});

test('[scenario] sends steps to the device they name, by default the first', async (t) => {
  const { calls } = await run(
    t,
    `devices: { Kitchen: , Garden: }\n${steps('press: ok', '{ on: Garden, press: ok }', 'press: back')}`,
  );
  t.deepEqual(calls.map((each) => each.replace(/^\d+ /, '')), ['Kitchen tap ok', 'Garden tap ok', 'Kitchen tap back']); // oxfmt-ignore
});

test('[scenario] choose moves down to the row with that prefix, and fails if none has it', async (t) => {
  const rows = ['> Lag putting', '> Make distance', '> Stroke play'];
  let at = 0;
  const snapshot = () => ({ lines: ['Menu', rows[at++ % 3] ?? ''] });
  const found = await run(t, steps('choose: Stroke'), { snapshot });
  t.deepEqual(found.calls, ['0 device tap down', '20 device tap down', '40 device tap ok']);
  const missed = await run(t, steps('choose: Mini golf'), { snapshot });
  t.like(missed.outcome, { status: 'failed', message: 'no row starts with "Mini golf"', at: { line: 2, column: 5 } });
  const mistyped = await run(t, steps('choose: Stoke play'), { snapshot });
  t.like(mistyped.outcome, { message: 'no row starts with "Stoke play" (did you mean Stroke play?)' });
});

const AT_3_S = (ms: number): Partial<Snapshot> => ({ lines: ms >= 3000 ? ['Verdict: Holed'] : ['Ready'], states: { navigation: 'playing', sensor: 'ready' }, leds: ['orange', null], sounds: ms >= 3000 ? ['holed'] : [] }); // oxfmt-ignore

test('[scenario] waits for a condition up to its limit', async (t) => {
  const { outcome } = await run(t, steps('wait_for: Holed', 'expect: { line: "Verdict: Holed", sound: holed }'), {
    snapshot: AT_3_S,
  });
  t.like(outcome, { status: 'passed', played_ms: 3000 });
  const just = await run(t, steps('wait_for: { text: Holed, within: 3 s }'), { snapshot: AT_3_S });
  t.is(just.outcome.status, 'passed');
  const late = await run(t, steps('wait_for: { text: Holed, within: 2999 ms }'), { snapshot: AT_3_S });
  t.like(late.outcome, { status: 'failed', message: 'no screen line contains "Holed" after 2.999 s', lines: ['Ready'] }); // oxfmt-ignore
  const never = await run(t, steps('wait_for: Lost'), { snapshot: AT_3_S });
  t.like(never.outcome, { message: 'no screen line contains "Lost" after 30 s', played_ms: 30_000 });
});

test('[scenario] checks all expectations of a step, and reports actual values on failure', async (t) => {
  const snapshot = () => ({
    lines: ['Lag putting', 'Club speed: 5.7 mph', 'Face: −0.8 °', 'Ball rolls: – ft', 'Smash: 102 % max'],
    states: { navigation: 'playing', sensor: 'lost', set: { resting: 'long' } },
    leds: ['orange', null],
    sounds: ['strike', 'miss'],
  });
  for (const [what, expected] of [
    ['expect: Lag', ''],
    ['expect: [Lag, Face]', ''],
    ['expect: { page: playing, state: { sensor: lost }, led: { 1: orange, 2: off }, sound: miss }', ''],
    ['expect: { club_speed: 5.75 ± 0.05 mph, face: -0.8 }', ''],
    ['expect_line: Lag putting', ''],
    ['expect_no: { text: Holed, page: menu, led: { 2: orange }, sound: holed, club_speed: 6 mph }', ''],
    ['reject: [Holed, Missed]', ''],
    ['expect: [Lag, Holed]', 'no screen line contains "Holed"'],
    ['expect_line: Lag', 'no screen line is "Lag"'],
    ['expect: { page: menu }', 'the page is playing, not menu'],
    ['expect: { state: { set: awaiting } }', 'set is {"resting":"long"}, not awaiting'],
    ['expect: { led: { 1: blue } }', 'LED 1 is orange, not blue'],
    ['expect: { led: { 3: blue } }', 'LED 3 is off, not blue'],
    ['expect: { sound: holed }', 'expected sound holed, got strike, miss'],
    ['expect: { club_speed: 5.6 mph }', '"Club speed: 5.7 mph" is not 5.6 mph'],
    ['expect: { club_speed: 5.7 m/s }', '"Club speed: 5.7 mph" is not 5.7 m/s'],
    ['expect_no: { club_speed: 5.7 m/s }', '"Club speed: 5.7 mph" is in mph, expected m/s'],
    ['expect_no: { club_speed: 2.55 m/s }', '"Club speed: 5.7 mph" is in mph, expected m/s'],
    ['expect_no: { ball_rolls: 3 ft }', '"Ball rolls: – ft" has no figure'],
    ['expect: { smash: 102 % }', ''],
    ['expect_no: { smash: 101 % }', ''],
    ['expect: { ball_rolls: 3 ft }', '"Ball rolls: – ft" is not 3 ft'],
    ['expect: { loft: 3 }', 'no screen line starts with "loft:"'],
    ['expect_no: Lag', 'a screen line contains "Lag"'],
    ['expect_no: { page: playing }', 'the page is playing'],
    ['expect_no: { state: { sensor: lost } }', 'sensor is lost'],
    ['expect_no: { club_speed: 5 ± 1 mph }', 'club_speed is 5 ± 1 mph'],
    ['expect_no: { club_sped: 5 ± 1 mph }', 'no screen line starts with "club_sped:"'],
    ['reject: putting', 'a screen line contains "putting"'],
  ] as const) {
    const { outcome } = await run(t, steps(what), { snapshot });
    t.deepEqual([outcome.status, outcome.message], [expected ? 'failed' : 'passed', expected], what);
  }
});

test('[scenario] matches an expected sound once, and then only later ones', async (t) => {
  const snapshot = () => ({ sounds: ['key', 'strike', 'holed'] });
  const { outcome } = await run(t, steps('expect: { sound: strike }', 'expect: { sound: holed }', 'expect: { sound: strike }'), { snapshot }); // oxfmt-ignore
  t.like(outcome, { status: 'failed', message: 'expected sound strike, got none', at: { line: 4 } });
});

test('[scenario] matches an expected simulator key once', async (t) => {
  const snapshot = () => ({ taps: ['aim_left', 'aim_left', 'mulligan'] });
  const twice = steps('expect: { key: aim_left }', 'expect: { key: aim_left }', 'expect_no: { key: aim_left }');
  t.is((await run(t, twice, { snapshot })).outcome.status, 'passed');
  const { outcome } = await run(t, `${twice}  - expect: { key: aim_left }`, { snapshot });
  t.like(outcome, { status: 'failed', message: 'expected key aim_left, got mulligan', at: { line: 5 } });
  const tapped = await run(t, steps('expect_no: { key: mulligan }'), { snapshot });
  t.is(tapped.outcome.message, 'the key mulligan was tapped');
});

test('[scenario] inserts saved values into the texts of later steps', async (t) => {
  const snapshot = () => ({ lines: ['Code: AB12CD'] });
  const { calls } = await run(t, steps("save: { code: 'Code: (\\w+)', all: Code }", 'type: ${code} ${all}'), {
    snapshot,
  });
  t.deepEqual(calls, ['0 device type AB12CD Code']);
  const { outcome } = await run(t, steps("save: { code: 'Kode' }"), { snapshot });
  t.is(outcome.message, 'no line of the screen matches Kode');
});

test('[scenario] stops a pattern that backtracks forever with a sentence', async (t) => {
  const { outcome } = await run(t, steps("save: { code: '(a+)+$' }"), {
    snapshot: () => ({ lines: [`${'a'.repeat(60)}!`] }),
  });
  t.deepEqual([outcome.status, outcome.message], ['failed', 'the pattern (a+)+$ timed out after 0.5 s']);
});

test('[scenario] repeats steps the given number of times', async (t) => {
  const { calls, outcome } = await run(t, steps('repeat: { times: 3, steps: [{ press: ok }] }', 'press: back'));
  t.is(calls.filter((each) => each.endsWith('ok')).length, 3);
  t.is(outcome.steps, 4);
});

test('[scenario] fails at a step that a device refuses; a broken call is an error', async (t) => {
  const refused = await run(t, steps('press: ok', 'putt: good', 'press: ok'), { refuses: 'stroke' });
  t.like(refused.outcome, { status: 'failed', message: 'The sensor is unplugged.', at: { line: 3 }, steps: 2 });
  const broken = await run(t, steps('press: ok', 'putt: good', 'press: ok'), { breaks: 'stroke' });
  t.like(broken.outcome, { status: 'error', message: 'the port has gone', at: { line: 3 }, steps: 2 });
});

test('[scenario] reports place and reason even if snapshots no longer work', async (t) => {
  const snapshot = (ms: number): Partial<Snapshot> => {
    if (ms > 0) throw new Error('no answer');
    return {};
  };
  const { outcome } = await run(t, steps('press: ok', 'expect: Ready'), { snapshot });
  t.like(outcome, { status: 'error', message: 'no answer', at: { line: 3 }, lines: [] });
});

test('[scenario] skips steps that the backend does not support, gives the reason, and makes no call', async (t) => {
  for (const [text, need] of [
    [steps('press: ok', 'repeat: { times: 2, steps: [{ power: cut }] }'), 'power-cut'],
    [steps('power: off'), 'power'],
    [steps('expect: { led: { 1: off } }'), 'leds'],
    [steps('wait_for: { sound: holed }'), 'sounds'],
    [steps('putt: good'), 'stroke'],
    [`cloud: true\n${steps('press: ok')}`, 'cloud'],
    [`extension: a.lua\n${steps('press: ok')}`, 'extension'],
    [`devices: { a: { records: { settings: {} } } }\n${steps('press: ok')}`, 'records'],
    [`simulator: lenient\n${steps('press: ok')}`, 'simulator'],
    [`shots: true\n${steps('press: ok')}`, 'shots'],
    [`store: true\n${steps('press: ok')}`, 'store'],
    [`firmware: { version: 0.9.1 }\n${steps('press: ok')}`, 'firmware'],
    [`shots: true\nneeds: [requests]\n${steps('press: ok')}`, 'requests'],
    [steps('wait_for: { key: mulligan }'), 'taps'],
    [steps('cloud: pause'), 'cloud-pause'],
    [`needs: [camera]\n${steps('press: ok')}`, 'camera'],
  ] as const) {
    const { outcome, calls } = await run(t, text, { can: [] });
    t.like(outcome, { status: 'skipped', message: `needs ${need}, which a test lacks`, steps: 0 });
    t.deepEqual(calls, []);
  }
});
