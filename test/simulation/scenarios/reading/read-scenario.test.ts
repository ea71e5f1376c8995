// Tests of the scenario format and its error messages: file, line, column, and one sentence.

import test, { type ExecutionContext } from 'ava';
import {
  PLAYED_STEPS_MAX,
  SCENARIO_CHARS_MAX,
  STEPS_MAX,
} from '../../../../simulation/scenarios/reading/read-steps.ts';
import type { Step } from '../../../../simulation/scenarios/scenario.ts';
import { readText } from '../../../support/scenario/scenario.ts';
import { valueOf } from '../../../support/results.ts';

function refused(
  t: ExecutionContext,
  text: string,
  expected: string,
  files: Readonly<Record<string, string>> = {},
): void {
  const read = readText(text, files);
  if (read.ok) return void t.fail(`accepted: ${text}`);
  t.true(read.error.message.startsWith(expected), `${read.error.message} — not ${expected}`);
  t.false(read.error.message.includes('\n'));
}

const stepsIn = (t: ExecutionContext, text: string, files: Readonly<Record<string, string>> = {}): readonly Step[] =>
  valueOf(t, readText(text, files)).steps;
const kinds = (steps: readonly Step[]): readonly string[] => steps.map(({ kind }) => kind);

test('[scenario] reports an error with file, line, column and a one-line message', (t) => {
  for (const [text, expected] of [
    ['steps: []', 'a.yaml:1:1: steps must be a list of steps.'],
    ['name: x', 'a.yaml:1:1: steps must be a list of steps.'],
    ['steps:\n  - press: ok\n  - : : x', 'a.yaml:3:'],
    ['stps:\n  - press: ok', 'a.yaml:1:1: stps is unknown; did you mean steps?'],
    ['steps:\n  - chose: Lag', 'a.yaml:2:5: Unknown step "chose"; did you mean choose?'],
    ['steps:\n  - wiggle: Lag', 'a.yaml:2:5: A step must be one of press, '],
    ['steps:\n  - press: ok\n    type: a', 'a.yaml:2:5: A step must be one of press, '],
    ['steps:\n  - press: [ok, okay]', 'a.yaml:2:17: press.1: unknown value "okay"; did you mean ok?'],
    ['steps:\n  - press: []', 'a.yaml:2:5: press must be one of up, down, left, right, ok, back, or a list of them.'],
    ['steps:\n  - on: Kitchen\n    press: ok', 'a.yaml:2:5: on must be one of the devices: device.'],
    ['steps:\n  - advance: 5', 'a.yaml:2:5: advance: 5 has no unit; write 5 s.'],
    ['steps:\n  - advance: 25 h', 'a.yaml:2:5: advance must be at most 24 h.'],
    ['steps:\n  - hold: { key: ok, for: 2 s, by: Ann }', 'a.yaml:2:32: hold.by is unknown; allowed: key, for.'],
    [
      'steps:\n  - hold:\n      key: ok\n      for: long',
      'a.yaml:4:7: hold.for must be a time such as 5 s, 200 ms or 2 min.',
    ],
    ['steps:\n  - putt: hard', 'a.yaml:2:5: putt must be good, or have one of share '],
    [
      'steps:\n  - putt: { roll_ft: 9, share: 1 }',
      'a.yaml:2:5: A putt must have exactly one of share, roll_ft and club_speed_mps; ',
    ],
    ['steps:\n  - putt: { club_speed_mps: 99 }', 'a.yaml:2:5: club_speed_mps must be a number from 0.15 to 6 m/s.'],
    ['steps:\n  - fault: magic', 'a.yaml:2:5: fault must be one of ok, off, stuck, '],
    ['steps:\n  - unplug: now', 'a.yaml:2:5: unplug takes no value.'],
    [
      'steps:\n  - expect: { club_speed: fast }',
      'a.yaml:2:15: expect.club_speed must be a figure such as 5.7 ± 0.1 mph',
    ],
    ['steps:\n  - expect: {}', 'a.yaml:2:5: expect must be a screen text, '],
    ['steps:\n  - wait_for: { within: 3 s }', 'a.yaml:2:5: wait_for must be a screen text, '],
    ['steps:\n  - wait_for: { text: a, within: 3 }', 'a.yaml:2:26: wait_for.within: 3 has no unit; write 3 s.'],
    ['steps:\n  - expect: { text: a, within: 3 s }', 'a.yaml:2:24: expect.within is allowed only in wait_for.'],
    ['steps:\n  - touch: { x: 9999, y: 3 }', 'a.yaml:2:14: touch.x must be a number from 0 to less than 480.'],
    ['steps:\n  - touch: { x: 479, y: -3 }', 'a.yaml:2:22: touch.y must be a number from 0 to less than 320.'],
    ['steps:\n  - touch: { x: 0, y: 320 }', 'a.yaml:2:20: touch.y must be a number from 0 to less than 320.'],
    ['steps:\n  - screenshot: a.jpg', 'a.yaml:2:5: screenshot must be the name of a PNG file.'],
    ['steps:\n  - screenshot: { golden: a.png }', 'a.yaml:2:5: screenshot.file is missing.'],
    ['steps:\n  - expect: { key: space }', 'a.yaml:2:15: expect.key must be one of '],
    [
      'steps:\n  - expect: { request: { server: moon } }',
      'a.yaml:2:26: expect.request.server must be one of shots, simulator, store, relay.',
    ],
    ['steps:\n  - shots: away', 'a.yaml:2:5: shots must be one of start, stop, silent, refuse.'],
    ['steps:\n  - store: { remove: x }', 'a.yaml:2:14: store.remove is unknown; allowed: publish, update, withdraw, '],
    ['steps:\n  - store: {}', 'a.yaml:2:5: store must be start, stop, or have one of publish, '],
    ['steps:\n  - firmware: { version: new }', 'a.yaml:2:17: firmware.version must be a version such as 0.9.1.'],
    ['steps:\n  - save: { code: "(" }', 'a.yaml:2:13: save.code must be a JavaScript regular expression.'],
    [
      'steps:\n  - repeat: { times: 0, steps: [plug] }',
      'a.yaml:2:5: repeat must have times, a whole number from 1 to 1000',
    ],
    ['steps:\n  - for_each: { a: [1], b: [2], steps: [plug] }', 'a.yaml:2:5: for_each must have one name '],
    ['steps:\n  - for_each: { f: [ok, magic], steps: [{ fault: "${f}" }] }', 'a.yaml:2:'],
    ['seed: -1\nsteps: [plug]', 'a.yaml:1:1: seed must be a whole number from 0 to 2147483647.'],
    ['players: []\nsteps: [plug]', 'a.yaml:1:1: players must be a list of 1 to 4 players'],
    [`players: [${'x'.repeat(17)}]\nsteps: [plug]`, 'a.yaml:1:11: players.0 must be a name of at most 16 characters'],
    ['devices: {}\nsteps: [plug]', 'a.yaml:1:1: devices must list 1 to 4 devices by name.'],
    ['devices: { a: , b: , c: , d: , e: }\nsteps: [plug]', 'a.yaml:1:1: devices must list 1 to 4 devices by name.'],
    [
      'players: [Ann]\ndevices: { a: }\nsteps: [plug]',
      'a.yaml:1:1: players must be listed under each device when devices is used.',
    ],
    ['cloud: yes please\nsteps: [plug]', 'a.yaml:1:1: cloud must be true or false.'],
    ['simulator: gspro\nsteps: [plug]', 'a.yaml:1:1: simulator must be one of gspconnect, lenient, putting-port.'],
    [
      'simulator: 5\nsteps: [plug]',
      'a.yaml:1:1: simulator must be gspconnect, lenient or putting-port, or have program ',
    ],
    ['store: false\nsteps: [plug]', 'a.yaml:1:1: store must be true, or map names of extensions to their Lua files.'],
  ] as const)
    refused(t, text, expected);
});

test('[scenario] limits the steps and characters of a scenario', (t) => {
  const steps = (count: number): string => `steps:\n${'  - plug\n'.repeat(count)}`;
  t.is(stepsIn(t, steps(STEPS_MAX)).length, STEPS_MAX);
  refused(t, steps(STEPS_MAX + 1), `a.yaml:${STEPS_MAX + 2}:5: A list can have at most 1000 steps.`);
  const padded = (length: number): string => 'steps: [plug]\n'.padEnd(length, '#');
  t.is(stepsIn(t, padded(SCENARIO_CHARS_MAX)).length, 1);
  refused(t, padded(SCENARIO_CHARS_MAX + 1), 'a.yaml:1:1: A scenario can have at most 262144 characters.');
});

test('[scenario] counts each expanded step once per time it is played', (t) => {
  const times = (count: number): string =>
    `steps:\n  - repeat: { times: 1000, steps: [{ repeat: { times: ${count}, steps: [plug] } }] }\n`;
  t.is(stepsIn(t, times(98)).length, 1);
  refused(t, times(99), `a.yaml:2:67: A scenario can play at most ${PLAYED_STEPS_MAX} steps, including repetitions.`);
  const each = (inner: string): string => `for_each: { a: [${'1, '.repeat(999)}1], steps: [{ ${inner} }] }`;
  refused(t, `steps:\n  - ${each(each(each('press: ok')))}\n`, 'a.yaml:2:');
  refused(t, 'steps:\n  - repeat: { times: 900, steps: &s [plug, { repeat: { times: 900, steps: [plug] } }] }\n  - repeat: { times: 2, steps: *s }', 'a.yaml:2:'); // oxfmt-ignore
  const deep = (levels: number): string =>
    '{ repeat: { times: 1, steps: ['.repeat(levels) + 'plug' + '] } }'.repeat(levels);
  t.is(stepsIn(t, `steps: [${deep(16)}]`).length, 1);
  refused(t, `steps: [${deep(17)}]`, 'a.yaml:1:');
});

test('[scenario] counts the steps of files on each include', (t) => {
  const wide = (next: string): string => `steps:\n${`  - include: ${next}\n`.repeat(1000)}`;
  refused(t, wide('b.yaml'), 'd.yaml:1:9: A scenario can play at most', { 'b.yaml': wide('c.yaml'), 'c.yaml': wide('d.yaml'), 'd.yaml': 'steps: [plug]' }); // oxfmt-ignore
  const files = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`${at}.yaml`, 'steps: [plug]']));
  const all = (count: number): string => `steps:\n${Array.from({ length: count }, (_, at) => `  - include: ${at}.yaml\n`).join('')}`; // oxfmt-ignore
  t.is(stepsIn(t, all(64), files).length, 64);
  refused(t, all(65), 'a.yaml:66:5: A scenario can include at most 64 files.', files);
});

test('[scenario] applies defaults and names the only device device', (t) => {
  const { name, file, seed, cloud, devices } = valueOf(t, readText('steps: [plug]'));
  t.deepEqual([name, file, seed, cloud], ['a.yaml', 'a.yaml', 1, false]);
  t.deepEqual(devices, [{ name: 'device', players: ['Player 1'], records: {} }]);
  const two = valueOf(
    t,
    readText('devices: { Kitchen: , Garden: { players: [Bo] } }\nsteps: [{ on: Garden, press: ok }]'),
  );
  t.deepEqual(two.devices.map((each) => [each.name, each.players]), [['Kitchen', ['Player 1']], ['Garden', ['Bo']]]); // oxfmt-ignore
  t.like(two.steps[0], { kind: 'press', value: ['ok'], on: 'Garden', at: { file: 'a.yaml', line: 2 } });
});

test('[scenario] reads times, figures and texts', (t) => {
  const [time, figures, words] = stepsIn(
    t,
    'steps:\n  - advance: 2.5 min\n  - expect: { club_speed: 5.7 ± 0.1 mph, ball_rolls: 6 +- 1 ft, putts: 3, face: −0.5 °, text: 9 }\n  - choose: Lag',
  );
  t.like(time, { value: 150_000 });
  t.like(figures, {
    value: {
      text: ['9'],
      figures: {
        club_speed: { value: 5.7, tolerance: 0.1, unit: 'mph' },
        ball_rolls: { value: 6, tolerance: 1, unit: 'ft' },
        putts: { value: 3, tolerance: 0, unit: '' },
        face: { value: -0.5, tolerance: 0, unit: '°' },
      },
    },
  });
  t.like(words, { value: ['Lag'] });
});

test('[scenario] keeps the spelling of numbers in text, including those from aliases and for_each', (t) => {
  const all = stepsIn(
    t,
    [
      'cloud: true',
      'steps:',
      '  - type: 012345',
      '  - expect_line: [&n 10.0, 1e3, +5, 0x1F, 12345678901234567890]',
      '  - choose: *n',
      '  - expect: { text: 00, line: .5, request: { server: relay, body: x }, putts: 1.50 }',
      '  - for_each: { n: [007, 1.0, true], steps: [{ type: "${n}" }] }',
      '  - putt: { share: 0.80 }',
      '  - wait_ms: 010',
    ].join('\n'),
  );
  const value = (at: number): unknown => {
    const step = all[at];
    return step && 'value' in step ? step.value : null;
  };
  t.is(value(0), '012345');
  t.deepEqual(value(1), ['10.0', '1e3', '+5', '0x1F', '12345678901234567890']);
  t.deepEqual(value(2), ['10.0']);
  t.like(value(3), { text: ['00'], line: ['.5'], figures: { putts: { value: 1.5, tolerance: 0, unit: '' } } });
  t.deepEqual([value(4), value(5), value(6)], ['007', '1.0', 'true']);
  t.deepEqual([value(7), value(8)], [{ share: 0.8 }, 10]);
});

test('[scenario] keeps the spelling of numbers in all text fields', (t) => {
  const text = `name: 012
players: [42, { name: 1.0 }]
store: { a: 007 }
firmware: { version: 0.9.1, notes: 0x1F }
needs: [010]
steps:
  - expect: { request: { server: store, body: 1.50 } }
  - save: { code: 00 }
`;
  const { name, devices, store, firmware, needs, steps } = valueOf(t, readText(text));
  t.deepEqual([name, store, firmware, needs], ['012', { a: '007' }, { version: '0.9.1', notes: '0x1F', signed_by: 'maker', damaged: false, comes_up: true }, ['010']]); // oxfmt-ignore
  t.like(steps, [{ value: { request: { body: '1.50' } } }, { value: { code: '00' } }]);
  t.deepEqual(devices[0]?.players, ['42', { name: '1.0' }]);
});

test('[scenario] keeps the order and spelling of devices with numeric names', (t) => {
  const { devices, steps } = valueOf(
    t,
    readText(
      'devices: { B: , 2: , 01: { players: [Ann] }, 10.0: }\nsteps: [{ on: 01, press: ok }, { on: 2, press: ok }]',
    ),
  );
  t.deepEqual(
    devices.map(({ name }) => name),
    ['B', '2', '01', '10.0'],
  );
  t.deepEqual(devices[2]?.players, ['Ann']);
  t.like(steps[0], { on: '01' });
  t.like(steps[1], { on: '2' });
});

test('[scenario] for_each repeats its steps for each value, even when nested', (t) => {
  const steps = stepsIn(
    t,
    'steps:\n  - for_each:\n      key: [ok, back]\n      steps:\n        - press: ${key}\n        - for_each: { n: [1, 2], steps: [{ expect: "${key} ${n}" }] }\n',
  );
  t.deepEqual(kinds(steps), ['press', 'expect', 'expect', 'press', 'expect', 'expect']);
  t.like(steps[3], { value: ['back'] });
  t.like(steps[5], { value: { text: ['back 2'] }, at: { line: 6 } });
});

test('[scenario] replaces an include with its steps and keeps their location', (t) => {
  const steps = stepsIn(t, 'steps:\n  - plug\n  - include: b.yaml\n  - plug', {
    'b.yaml': '# b\nsteps:\n  - unplug\n',
  });
  t.deepEqual(kinds(steps), ['plug', 'unplug', 'plug']);
  t.like(steps[1], { at: { file: 'b.yaml', line: 3, column: 5 } });
  refused(t, 'steps: [{ include: c.yaml }]', "a.yaml:1:11: c.yaml can't be read: there is none.");
  refused(t, 'steps: [{ include: b.yaml }]', 'b.yaml:1:11: fault must be one of ok', {
    'b.yaml': 'steps: [{ fault: x }]',
  });
  refused(t, 'steps: [{ include: b.yaml }]', 'b.yaml:1:1: An included file must contain only steps, not "seed".', { 'b.yaml': 'seed: 1\nsteps: [plug]' }); // oxfmt-ignore
  refused(t, 'steps: [{ include: b.yaml }]', 'b.yaml:1:11: b.yaml includes itself.', { 'b.yaml': 'steps: [{ include: b.yaml }]' }); // oxfmt-ignore
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `${at}.yaml`,
        at === length - 1 ? 'steps: [plug]' : `steps: [{ include: ${at + 1}.yaml }]`,
      ]),
    );
  t.is(stepsIn(t, 'steps: [{ include: 0.yaml }]', chain(8)).length, 1);
  refused(t, 'steps: [{ include: 0.yaml }]', '7.yaml:1:11: Includes can be nested at most 8 deep.', chain(9));
});
