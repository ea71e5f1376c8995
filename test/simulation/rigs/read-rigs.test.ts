// Tests of the hardware map format and its error messages: file, line, column, and one sentence.

import test from 'ava';
import { readRigs } from '../../../simulation/rigs/read-rigs.ts';
import { capabilitiesOf } from '../../../simulation/rigs/rig.ts';
import { errorOf, valueOf } from '../../support/results.ts';

const FULL = `
- id: bench-1
  platform: tapin-gate-board
  product: Gate board, second revision
  serial: /dev/serial/by-id/usb-tapin_gate_board-if00
  baud: 115200
  connected: true
  port: 8400
  fixtures: [strike_solenoid, 'relay_power:hub 1', camera:left]
  can: [cloud]
  notes: left of the window
  pre_script: before.sh
  post_script: after.sh
  power: { type: command, on: [uhubctl, -a, 'on'], off: [uhubctl, -a, 'off'] }
  stroke: { type: command, run: [solenoid, '--speed=\${club_speed_mps}'] }
  expect: { firmware: 1.0.0, protocol: '1.0' }
- id: kitchen
  panel: http://192.168.1.20:8321
  token_file: kitchen.token
  connected: false
`;

test('[rig] reads rigs in the vocabulary of twister and derives their capabilities', (t) => {
  const [bench, kitchen] = valueOf(t, readRigs(FULL, 'rig.yaml'));
  t.is(bench?.serial, '/dev/serial/by-id/usb-tapin_gate_board-if00');
  t.deepEqual(bench?.expect, { firmware: '1.0.0', protocol: '1.0' });
  t.deepEqual(
    bench && [...capabilitiesOf(bench)].sort(),
    ['camera', 'cloud', 'players', 'power', 'power-cut', 'records', 'relay_power', 'stroke', 'strike_solenoid'].sort(),
  );
  // A device that runs elsewhere gives us no capabilities.
  t.deepEqual(kitchen && capabilitiesOf(kitchen), []);
  t.false(kitchen?.connected);
});

test('[rig] keeps the spelling of numbers in text fields', (t) => {
  const text = '- { id: 012, connected: true, serial: /dev/x, port: 010, expect: { firmware: 1.0, protocol: 1.0 } }';
  const [rig] = valueOf(t, readRigs(text, 'rig.yaml'));
  t.like(rig, { id: '012', port: 10, expect: { firmware: '1.0', protocol: '1.0' } });
});

test('[rig] accepts a disconnected rig without serial and panel', (t) => {
  const [away] = valueOf(t, readRigs('- { id: away, connected: false, notes: in repair }', 'rig.yaml'));
  t.deepEqual([away?.connected, away?.serial, away?.panel], [false, undefined, undefined]);
  for (const rest of ['connected: true', 'connected: false, serial: /dev/x, panel: http://a, token_file: t'])
    t.regex(
      errorOf(t, readRigs(`- { id: away, ${rest} }`, 'rig.yaml')).message,
      /^rig\.yaml:1:3: A rig requires either serial, /,
    );
});

test('[rig] reports an error in a map with file, line, column and a one-line message', (t) => {
  const rig = (rest: string): string => `- id: a\n  connected: true\n${rest}`;
  for (const [text, expected] of [
    ['', 'rig.yaml:1:1: A hardware map is a list of rigs, '],
    ['[]', 'rig.yaml:1:1: A hardware map is a list of rigs, '],
    ['- bench', 'rig.yaml:1:3: A hardware map is a list of rigs, '],
    ['- : : x', 'rig.yaml:1:'],
    ['- id: a\n  serial: /dev/x', 'rig.yaml:1:3: A rig requires connected.'],
    [
      '- id: a b\n  connected: true',
      'rig.yaml:1:3: id must be a name of at most 64 letters, digits, dots, dashes and underscores.',
    ],
    [
      rig('  serial: /dev/x\n  seral: /dev/y'),
      'rig.yaml:4:3: A rig has no "seral" (did you mean serial?); it has id, platform, ',
    ],
    [rig('  notes: none'), 'rig.yaml:1:3: A rig requires either serial, the port of a sensor board, or panel, '],
    [rig('  serial: /dev/x\n  panel: http://a'), 'rig.yaml:1:3: A rig requires either serial, '],
    [rig('  panel: http://a'), 'rig.yaml:1:3: panel and token_file require each other.'],
    [rig('  panel: http://a/?token=x\n  token_file: t'), 'rig.yaml:3:3: panel must be an address such as '],
    [rig('  panel: http://a\n  token_file: t\n  port: 80'), 'rig.yaml:5:3: port is for a device started here; '],
    [
      rig('  serial: /dev/x\n  baud: 9600'),
      'rig.yaml:4:3: baud is 115200 or 250000, and may be left out: the driver finds it.',
    ],
    [rig('  serial: /dev/x\n  can: [stroke]'), 'rig.yaml:4:9: can.0 must be a list of capabilities: cloud, '],
    [rig('  serial: /dev/x\n  fixtures: [relay_power]'), 'rig.yaml:4:3: The fixture relay_power requires power, '],
    [
      rig('  serial: /dev/x\n  power: { type: command, on: [a], off: [b] }'),
      'rig.yaml:4:3: power requires relay_power among the fixtures.',
    ],
    [
      rig('  serial: /dev/x\n  power: { type: command, on: uhubctl on, off: [b] }'),
      'rig.yaml:4:27: power.on must be a list of a program and its arguments.',
    ],
    [
      rig("  serial: /dev/x\n  stroke: { type: command, run: ['${speed}'] }"),
      'rig.yaml:4:28: stroke.run must be a list of a program and its arguments, where ${NAME} is one of club_speed_mps, ',
    ],
    [
      rig('  serial: /dev/x\n  expect: { protocol: 1 }'),
      "rig.yaml:4:13: expect.protocol must be a text such as '1.0'.",
    ],
    [`${rig('  serial: /dev/x')}\n${rig('  serial: /dev/y')}`, 'rig.yaml:4:3: Two rigs have the id a.'],
  ] as const) {
    const read = readRigs(text, 'rig.yaml');
    if (read.ok) t.fail(`accepted: ${text}`);
    else t.true(read.error.message.startsWith(expected), `${read.error.message} — not ${expected}`);
  }
});
