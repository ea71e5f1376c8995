// Tests of converting a recording to a scenario: it is readable, and passes where the recording was made.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { lineOf, recordingUntil } from '../../../simulation/recordings/recording.ts';
import { scenarioOf } from '../../../simulation/recordings/scenario-of.ts';
import { scenarioText } from '../../../simulation/recordings/scenario-text.ts';
import { oneLine } from '../../../wire/visible.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { recorded } from '../../support/device/recorded.ts';
import { valueOf } from '../../support/results.ts';

const FOLDER = 'fixtures/scenarios';

/** Returns the steps of the converted scenario as lines. */
async function stepsOf(t: ExecutionContext, text: string): Promise<readonly string[]> {
  const written = valueOf(t, scenarioOf(await recorded(t, text), 'again'));
  const lines = written.trimEnd().split('\n');
  return lines.slice(lines.indexOf('steps:') + 1).map((line) => line.replace('  - ', ''));
}

test('[recording] writes steps as a person would: row names, waits, the verdict of each putt', async (t) => {
  const steps = await stepsOf(
    t,
    `
players: [Ana]
steps:
  - press: [down, down, up, ok]
  - choose: Start
  - { putt: { club_speed_mps: 1.6, face_angle_deg: -0.5 } }
  - advance: 8 s
  - hold: { key: back, for: 2 s }
  - unplug
  - advance: 5 s
  - plug
  - advance: 9 s
`,
  );
  t.deepEqual(steps, [
    'choose: [Lag putting, Start]',
    'putt: { club_speed_mps: 1.6, face_angle_deg: -0.5 }',
    "wait_for: 'Verdict: Short'",
    'wait_for: Lag putting · Putt 2 of 10',
    'hold: { key: back, for: 2 s }',
    'unplug',
    'plug',
    'wait_for: { state: { sensor: ready } }',
    'expect: Lag putting',
  ]);
});

test('[recording] reads back texts with any characters and writes none of them invisibly', (t) => {
  for (const text of [
    'a\nb',
    'a\n\n b\n',
    'a\rb',
    'a\tb',
    'a\u0000b',
    'a\u001bb',
    'a\u0085b',
    'a\u009bb',
    'a\u2028b',
    'a\u202eb',
    '\ufeffa',
    'a: b',
    '# a',
    "a'b",
    '012',
    '"',
    '\ud800',
    '- a',
  ]) {
    const devices = [{ device: 'here', records: new Map([['players', { players: [{ name: text }] }]]) }];
    const steps = [
      { device: 'here', at_ms: 0, name: 'expect', value: text },
      { device: 'here', at_ms: 0, name: 'choose', value: [text, text] },
    ];
    const written = scenarioText({ name: text, seed: 1, cloud: false, wifi: false, devices }, steps);
    t.is(written.trimEnd(), written.trimEnd().split('\n').map(oneLine).join('\n'));
    const read = valueOf(t, readText(written));
    t.is(read.name, text);
    t.like(read.devices[0], { players: [{ name: text }] });
    t.like(read.steps, [{ value: { text: [text] } }, { value: [text, text] }]);
  }
});

test('[recording] waits for the start if the recording ends while the device starts', async (t) => {
  const recording = recordingUntil(await recorded(t, 'steps:\n  - choose: Lag putting\n'), 3);
  const written = valueOf(t, scenarioOf(recording, 'again'));
  t.true(written.endsWith('steps:\n  - wait_for: { state: { device: running } }\n'), written);
});

test('[recording] writes faults at their position, and a stroke that the cable lost', async (t) => {
  const steps = await stepsOf(
    t,
    `
steps:
  - choose: Metrics only
  - fault: garbage
  - putt: { club_speed_mps: 1.5, attack_angle_deg: -2 }
  - advance: 3 s
  - fault: ok
  - clock: { wrong_by: 10 min }
  - putt: { club_speed_mps: 2 }
  - advance: 4 s
`,
  );
  t.deepEqual(steps.slice(0, 5), [
    'choose: [Metrics only]',
    'fault: garbage',
    'putt: { club_speed_mps: 1.5, face_angle_deg: 0, attack_angle_deg: -2 }',
    'advance: 3 s',
    'fault: ok',
  ]);
  t.true(steps.includes('clock: { wrong_by: 600 s }'));
});

for (const fault of ['off', 'stuck', 'garbage', 'slow'])
  for (const lasts of ['1 s', '8 s'])
    test(`[recording] a stroke under fault ${fault} of ${lasts} is lost or arrives as recorded`, async (t) => {
      const text = `
steps:
  - choose: [Lag putting, Start]
  - putt: { club_speed_mps: 1.5 }
  - advance: 10 s
  - fault: ${fault}
  - putt: { club_speed_mps: 1.4 }
  - advance: ${lasts}
  - fault: ok
  - advance: 10 s
  - wait_for: { state: { sensor: ready } }
  - putt: { club_speed_mps: 2 }
  - advance: 10 s
`;
      const first = await recorded(t, text);
      const again = await recorded(t, valueOf(t, scenarioOf(first, 'again')));
      const heading = (recording: typeof first): string => /Lag putting · Putt \d+/.exec(recording.turns.toReversed().join())?.[0] ?? ''; // oxfmt-ignore
      t.regex(heading(first), /Putt [34]$/);
      t.is(heading(again), heading(first));
    });

test('[recording] writes a comment for a slow network, as no step sets one', async (t) => {
  const { header, turns } = await recorded(t, 'steps:\n  - choose: Lag putting\n');
  const wrong = { where: 'network', joined: true, cloud: true, delay_ms: 300, loss: 0 };
  const fault = lineOf({ at_ms: 60_000, device: 'device', entered: ['fault', wrong], lines: [] });
  const written = valueOf(t, scenarioOf({ header, turns: [...turns, fault.trimEnd()] }, 'again'));
  t.regex(written, /\n {2}# Conditions of device changed here; no step can do this: 300 ms late\.\n/);
});

test('[recording] writes a comment for an inserted memory, as no step does it', async (t) => {
  const { header, turns } = await recorded(t, 'steps:\n  - choose: Lag putting\n');
  const memory = lineOf({ at_ms: 60_000, device: 'device', entered: ['memory', { before: {}, after: {} }], lines: [] });
  const written = valueOf(t, scenarioOf({ header, turns: [...turns, memory.trimEnd()] }, 'again'));
  t.regex(written, /\n {2}# The storage of device was replaced here; no step can do this\.\n/);
});

test('[recording] uses the code of the session that the scenario opens', async (t) => {
  const steps = await stepsOf(
    t,
    `
cloud: true
devices: { host: , guest: }
steps:
  - choose: [Play together, Host a session]
  - wait_for: 'Code:'
  - save: { code: 'Code: (\\w+)' }
  - { on: guest, choose: [Play together, Join with a code] }
  - { on: guest, type: '\${code}' }
  - advance: 2 s
`,
  );
  t.true(steps.includes("save: { code: 'Code: (\\w+)' }"), steps.join('\n'));
  t.true(steps.includes("{ on: guest, type: '${code}' }"), steps.join('\n'));
});

test('[recording] writes the power of a device as a step', async (t) => {
  const steps = await stepsOf(t, "steps: [{ power: cut }, { power: 'on' }, { wait_for: sensor ready }]");
  t.deepEqual(steps, ['power: off', 'power: on', 'expect: tapin · sensor ready']);
});

for (const name of [
  'experiences/tempo',
  'experiences/four-players',
  'device/power-cut',
  'device/golfer',
  'session/host-reboots',
])
  test(`[recording] ${name}, converted from its recording, passes too`, async (t) => {
    const file = join(FOLDER, `${name}.yaml`);
    const include = (other: string): string => readFileSync(join(dirname(file), other), 'utf8');
    const text = readFileSync(file, 'utf8');
    const first = await recorded(t, text, { '_join.yaml': text.includes('_join') ? include('_join.yaml') : '' });
    await recorded(t, valueOf(t, scenarioOf(first, name)));
  });
