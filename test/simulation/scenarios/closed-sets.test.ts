// Tests of closed vocabularies: an unknown word is an error in a scenario, never a check that passes.

import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { MACHINE_STATES, PAGE_NAMES } from '../../../simulation/scenarios/reading/vocabulary.ts';
import { isFields } from '../../../wire/json-fields.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { valueOf } from '../../support/results.ts';

const linesOf = (text: string): readonly string[] => {
  const read = readText(text);
  return read.ok ? [] : read.error.message.split('\n');
};
const stepLines = (...steps: readonly string[]): readonly string[] =>
  linesOf(`steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);

for (const step of ['expect', 'expect_no', 'wait_for'])
  test(`[R153] ${step} refuses an unknown page, sound, colour, machine or state and names the nearest`, (t) => {
    for (const [given, expected] of [
      ['{ page: plaing }', 'page: unknown value "plaing"; did you mean playing?'],
      ['{ page: 7 }', 'page must be one of menu, setup, '],
      ['{ sound: hold }', 'sound: unknown value "hold"; did you mean holed?'],
      ['{ sound: Holed }', 'sound: unknown value "Holed"; did you mean holed?'],
      ['{ led: { 1: organe } }', 'led.1: unknown value "organe"; did you mean orange?'],
      ['{ led: { 5: orange } }', 'led.5 is unknown; allowed: 1, 2, 3, 4.'],
      ['{ state: { sensro: ready } }', 'state.sensro is unknown; did you mean sensor?'],
      ['{ state: { sensor: redy } }', 'state.sensor: unknown value "redy"; did you mean ready?'],
      ['{ state: { online: checking } }', 'state.online: unknown value "checking"; did you mean checking.beginning?'],
      ['{ state: { online: 3 } }', 'state.online must be one of '],
      ['{ led: { 1: of } }', 'led.1: unknown value "of"; did you mean off?'],
      ['{ state: { firmware: trail } }', 'state.firmware: unknown value "trail"; did you mean trial?'],
      ['{ key: aim_lft }', 'key: unknown value "aim_lft"; did you mean aim_left?'],
      ['{ request: { server: shot } }', 'request.server: unknown value "shot"; did you mean shots?'],
      ['{ pge: playing }', 'pge is unknown; did you mean page?'],
      ['{ txt: Lag putting }', 'txt is unknown; did you mean text?'],
      ['{ club_speed: 6 ± 1 mhp }', 'club_speed has the unknown unit "mhp"; did you mean mph?'],
      ['{ club_speed: 6 yards }', 'club_speed has the unknown unit "yards"; allowed: mph, m/s, '],
      ['{ club_speed: 6 -+ 1 mph }', 'club_speed must be a figure such as 5.7 ± 0.1 mph'],
      ['{ club_speed: 6 + - 1 mph }', 'club_speed must be a figure such as 5.7 ± 0.1 mph'],
      ['{ club_speed: 6 - 1 mph }', 'club_speed must be a figure such as 5.7 ± 0.1 mph'],
      ['{ club_speed: 6 ~ mph }', 'club_speed has the unknown unit "~ mph"; did you mean mph?'],
    ] as const) {
      const [line = '', ...more] = stepLines(`${step}: ${given}`);
      t.regex(line, /^a\.yaml:2:\d+: /);
      t.true(line.includes(`: ${step}.${expected}`), `${line} — not ${expected}`);
      t.deepEqual(more, []);
    }
  });

test('[R153] refuses misspelt fields, devices, records and needs anywhere', (t) => {
  for (const [text, expected] of [
    ['sed: 3\nsteps: [plug]', 'a.yaml:1:1: sed is unknown; did you mean seed?'],
    ['needs: [strok]\nsteps: [plug]', 'a.yaml:1:9: needs.0: unknown value "strok"; did you mean stroke?'],
    [
      'devices: { A: { playes: [Ann] } }\nsteps: [plug]',
      'a.yaml:1:17: devices.A.playes is unknown; did you mean players?',
    ],
    [
      'devices: { A: { records: { setings: {} } } }\nsteps: [plug]',
      'a.yaml:1:28: devices.A.records.setings is not a storage record; did you mean settings?',
    ],
    [
      'players: [{ name: Ann, handicp: 3 }]\nsteps: [plug]',
      'a.yaml:1:24: players.0.handicp is unknown; did you mean handicap?',
    ],
    [
      'players: [{ name: Ann, hand: letf }]\nsteps: [plug]',
      'a.yaml:1:24: players.0.hand: unknown value "letf"; did you mean left?',
    ],
    [
      'players: [{ name: Ann, impact_ratio: 16 }]\nsteps: [plug]',
      'a.yaml:1:24: players.0.impact_ratio must be a number from 1.4 to 1.8.',
    ],
    [
      'steps:\n  - repeat: { times: 2, step: [plug], steps: [plug] }',
      'a.yaml:2:25: repeat.step is unknown; did you mean steps?',
    ],
    [
      'steps:\n  - { on: devce, repeat: { times: 2, steps: [plug] } }',
      'a.yaml:2:7: on is allowed in a step, but not in repeat.',
    ],
    ['steps:\n  - { on: devce, press: ok }', 'a.yaml:2:7: on: unknown value "devce"; did you mean device?'],
    [
      'steps:\n  - for_each: { n: [], steps: [plug] }',
      'a.yaml:2:5: for_each must have one name with a list of 1 to 1000 ',
    ],
    [
      'steps:\n  - for_each: { n: [{ a: 1 }], steps: [plug] }',
      'a.yaml:2:21: for_each must have one name with a list of 1 to 1000 ',
    ],
    ['steps:\n  - putt: { shre: 0.5, roll_ft: 9 }', 'a.yaml:2:13: putt.shre is unknown; did you mean share?'],
    ['steps:\n  - press: !foo ok', 'a.yaml:2:12: Invalid YAML: Unresolved tag: !foo.'],
    ['steps:\n  - advance: 5 sec', 'a.yaml:2:5: advance must be a time such as 5 s, 200 ms or 2 min.'],
    ['steps:\n  - clock: { wrong_by: 2.5 }', 'a.yaml:2:14: clock.wrong_by: 2.5 has no unit; write 2.5 s.'],
  ] as const) {
    const [line = '', ...more] = linesOf(text);
    t.true(line.startsWith(expected), `${line} — not ${expected}`);
    t.deepEqual(more, []);
  }
});

test('[R153] accepts a need that only a rig can have', (t) => {
  t.deepEqual(valueOf(t, readText('needs: [camera, ball_return]\nsteps: [plug]')).needs, ['camera', 'ball_return']);
});

test('[R153] refuses an empty text and a request to a server that the scenario lacks', (t) => {
  for (const step of ['expect: ""', 'expect_no: [Lag, ""]', 'wait_for: { text: "" }'])
    t.regex(
      stepLines(step).join('\n'),
      /^a\.yaml:2:5: \w+ must not have an empty text, which every line contains\.$/,
      step,
    );
  for (const [server, head] of [
    ['relay', 'cloud: true'],
    ['simulator', 'simulator: gspconnect'],
    ['shots', 'shots: true'],
    ['store', 'store: true'],
  ] as const) {
    const steps = `steps:\n  - repeat: { times: 2, steps: [{ expect_no: { request: { server: ${server} } } }] }\n`;
    const [line = '', ...more] = linesOf(steps);
    t.is(line.replace(/^a\.yaml:2:\d+: /, ''), `expect_no.request.server is ${server}, but this scenario has none; add ${head}.`); // oxfmt-ignore
    t.deepEqual([more, linesOf(`${head}\n${steps}`)], [[], []]);
  }
  t.deepEqual(linesOf('firmware: { version: 0.9.2 }\nsteps: [{ expect: { request: { server: store } } }]'), []);
});

test('[R153] refuses a path that no request to the server has and names the nearest', (t) => {
  const head = 'cloud: true\nsimulator: gspconnect\nshots: true\nstore: true\n';
  const wrong = (server: string, path: string): string =>
    linesOf(`${head}steps:\n  - expect_no: { request: { server: ${server}, path: '${path}' } }\n`).join('\n');
  for (const [server, path, expected] of [
    ['simulator', 'shoot', ': unknown value "shoot"; did you mean shot?'],
    ['simulator', 'arrived', ' must be one of connected, disconnected, heartbeat, status, shot, ignored.'],
    ['relay', '/sim/hots', ': unknown value "/sim/hots"; did you mean /sim/host?'],
    ['relay', 'hots', ': unknown value "hots"; did you mean host?'],
    ['relay', '/x', ' must be a part of /sim/host, /sim/poll, /sim/join, /sim/input.'],
    ['relay', '/sim/host?a=1', ' has a query, but no request to the relay has one.'],
    ['shots', '/servce', ': unknown value "/servce"; did you mean /service?'],
    ['store', '/e/chek', ': unknown value "/e/chek"; did you mean /e/check?'],
    ['store', '/release/', ': unknown value "/release/"; did you mean /releases?'],
    ['store', '/firmware/last', ': unknown value "/firmware/last"; did you mean /firmware/latest?'],
    ['store', 'curent=0.9.0', ': unknown value "curent"; did you mean current?'],
    ['store', '/firmware/latest?chanel=beta', ': unknown value "chanel"; did you mean channel?'],
  ] as const)
    t.true(
      wrong(server, path).includes(`: expect_no.request.path${expected}`),
      `${server} ${path}: ${wrong(server, path)}`,
    );
  for (const [server, path] of [
    ['simulator', 'shot'],
    ['relay', '/sim/host'],
    ['relay', '/sim/'],
    ['relay', 'poll'],
    ['relay', 'im/ho'],
    ['shots', '/service'],
    ['shots', '/service/shot'],
    ['store', '/e/check'],
    ['store', '/e/00000'],
    ['store', '/e/7K3QZ/version'],
    ['store', '/releases/'],
    ['store', '/releases/0a1b'],
    ['store', 'current=0.9.1'],
    ['store', '/firmware/latest?dev='],
  ] as const)
    t.is(wrong(server, path), '', `${server} ${path}`);
  t.deepEqual(
    linesOf("store: { comet: c.lua }\nsteps: [{ expect: { request: { server: store, path: '/e/${comet}' } } }]"),
    [],
  );
});

test('[R153] refuses a variable without a value, also before it is set', (t) => {
  for (const [steps, expected] of [
    [
      ['save: { code: "(A)" }', 'expect_no: "${cod}"'],
      'a.yaml:3:5: expect_no: ${cod} has no value here; did you mean code?',
    ],
    [
      ['expect_no: "${code}"', 'save: { code: "(A)" }'],
      'a.yaml:2:5: expect_no: ${code} has no value here; define one with save or for_each.',
    ],
    [['for_each: { n: [1], steps: [{ expect: "${m}" }] }'], 'a.yaml:2:35: expect: ${m} has no value here'],
    [
      ['store: { publish: { comet: c.lua } }', 'type: "${comt}"'],
      'a.yaml:3:5: type: ${comt} has no value here; did you mean comet?',
    ],
  ] as const) {
    const [line = '', ...more] = stepLines(...steps);
    t.true(line.startsWith(expected), line);
    t.deepEqual(more, []);
  }
  t.deepEqual(stepLines('save: { code: "(A)" }', 'repeat: { times: 2, steps: [{ type: "${code}" }] }'), []);
  t.deepEqual(linesOf('store: { comet: c.lua }\nsteps: [{ type: "${comet}" }]'), []);
});

test('[R153] reports all wrong fields of a scenario, in line order', (t) => {
  const text = [
    'seeed: 1',
    'cloud: 7',
    'players: [{ name: Ann, hnd: left, hand: right, handcap: 3 }]',
    'steps:',
    '  - expect: { page: plaing, sound: hold, pge: x }',
    '  - wiggle: now',
    '  - on: Kitchen',
    '    advance: 5',
    '  - for_each: { n: [1, 2, 3], steps: [{ press: "${n}" }] }',
  ].join('\n');
  t.deepEqual(
    linesOf(text).map((line) => line.replace(/^(a\.yaml:\d+):\d+: (\S+) .*$/, '$1 $2')),
    [
      'a.yaml:1 seeed',
      'a.yaml:2 cloud',
      'a.yaml:3 players.0.hnd',
      'a.yaml:3 players.0.handcap',
      'a.yaml:5 expect.page:',
      'a.yaml:5 expect.sound:',
      'a.yaml:5 expect.pge',
      'a.yaml:6 A',
      'a.yaml:7 on',
      'a.yaml:8 advance:',
      'a.yaml:9 press',
    ],
  );
});

test('[R153] reports the first twenty errors and the number of remaining ones', (t) => {
  const wrong = (count: number): readonly string[] =>
    stepLines(...Array.from({ length: count }, () => 'expect: { page: plaing }'));
  t.is(wrong(20).length, 20);
  t.is(wrong(23).length, 21);
  t.is(wrong(23).at(-1), 'a.yaml: 3 more mistakes.');
});

function textIn(t: ExecutionContext, data: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isFields(value) ? value[key] : t.fail(`no ${key}`)), data);
}

test('[R153] lists the same words in the editor schema, each set with a description', (t) => {
  const schema: unknown = JSON.parse(readFileSync('docs/scenario.schema.json', 'utf8'));
  const text = JSON.stringify(textIn(t, schema, '$defs', 'step'));
  t.true(text.includes(JSON.stringify(PAGE_NAMES)));
  for (const [machine, states] of Object.entries(MACHINE_STATES)) {
    t.true(text.includes(JSON.stringify(states)), machine);
    t.true(text.includes(`"description":"The state of the machine ${machine}`), machine);
  }
  for (const description of ['The page on the screen.', 'Colours of LEDs', 'A sound since'])
    t.true(text.includes(description), description);
});

test('[R153] uses the words that a device shows', (t) => {
  t.true(['menu', 'playing', 'setup', 'password'].every((page) => PAGE_NAMES.includes(page)));
  t.false(PAGE_NAMES.includes('opening'));
  t.deepEqual(MACHINE_STATES['sensor']?.toSorted(), ['blocked', 'bootloader', 'closed', 'greeting', 'incompatible', 'lost', 'opening', 'ready']); // oxfmt-ignore
  t.true(MACHINE_STATES['online']?.includes('checking.asking'));
  t.false(MACHINE_STATES['online']?.includes('checking'));
  t.false(MACHINE_STATES['wifi']?.includes('absent'));
});
