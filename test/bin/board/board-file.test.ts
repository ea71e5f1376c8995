// Board files: values, defaults and errors.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readBoard, readBoardFile, readBoards } from '../../../bin/board/board-file.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const FILE = '/etc/tapin/board.yaml';

test('[board] reads the configured hardware and uses defaults for the rest', (t) => {
  const text = `sensor: /dev/ttyAMA0
display:
  mode: 800x480
  rotate: 270
  off_after: 10 min
inputs:
  keys: { KEY_F1: ok }
leds: [{ name: player1 }, { red: r, green: g, blue: b }, { multicolor: m }]
speaker: { device: 'hw:1' }
`;
  t.deepEqual(valueOf(t, readBoard(text, FILE)), {
    sensor: '/dev/ttyAMA0',
    display: { mode: '800x480', rotate: 270, scale: 'fit', off_after: 600_000 },
    inputs: { keys: { KEY_F1: 'ok' }, grab: true, knob_reversed: false },
    leds: [{ name: 'player1' }, { red: 'r', green: 'g', blue: 'b' }, { multicolor: 'm' }],
    speaker: { device: 'hw:1' },
  });
  t.deepEqual(valueOf(t, readBoard('display: {}', FILE)), { display: { rotate: 0, scale: 'fit' } });
  t.deepEqual(valueOf(t, readBoard('{}', FILE)), {});
  t.like(valueOf(t, readBoard('display: { off_after: 5 s }', FILE)).display, { off_after: 5000 });
  t.deepEqual(valueOf(t, readBoard('wifi: { password: 00012345 }', FILE)), { wifi: { password: '00012345' } });
  t.deepEqual(valueOf(t, readBoard('wifi: virtual', FILE)), { wifi: 'virtual' });
  const headless = 'wifi: { password: make every putt }\ncloud: https://golf.example/';
  const expected = { wifi: { password: 'make every putt' }, cloud: 'https://golf.example' };
  t.deepEqual(valueOf(t, readBoard(headless, FILE)), expected);
});

for (const [text, expected] of [
  ['', /^\/etc\/tapin\/board\.yaml:1:1: Allowed in a board file: sensor, /],
  ['- a', /:1:1: Allowed in a board file: /],
  ['displays: {}', /:1:1: displays is unknown\. Allowed in a board file: sensor, keyboard, display/],
  ['display:\n  rotate: 45', /:2:3: display\.rotate must be one of 0, 90, 180, 270\.$/],
  ['display:\n  rotated: 90', /:2:3: display allows device, connector, mode, format, rotate, scale and off_after\.$/],
  ['display:\n  mode: big', /:2:3: display\.mode must be a width and height such as 800x480\.$/],
  ['wifi:', /:1:1: wifi must be {} or virtual, or have an adapter such as wlan0 /],
  ['display:\n  off_after: 4999 ms', /:2:3: display\.off_after must be at least 5 s\.$/],
  ['display:', /:1:1: display allows device, connector, mode, /],
  ['speaker: hw:1', /:1:1: speaker allows device\.$/],
  ['inputs:\n  # grab: false\n', /:1:1: inputs allows keys, grab, /],
  ['display:\n  off_after: 25 h', /:2:3: display\.off_after must be at most 24 h\.$/],
  [
    'sensor: ttyAMA0',
    /:1:1: sensor must be virtual, or a path such as \/dev\/serial\/by-id\/usb-tapin_gate_board-if00\.$/,
  ],
  ['inputs:\n  keys: { KEY_ENTR: ok }', /:2:3: [^\n]*KEY_ENTER[^\n]*\.$/],
  ['inputs:\n  calibration: [0, 0, 0, 0, 0, 0]', /:2:3: [^\n]*\.$/],
  ['inputs:\n  calibration: [1]', /:2:3: inputs\.calibration must be a list of six numbers/],
  ['leds: [{ nam: x }]', /:1:8: leds\.0 must have name, or red, green and blue, or multicolor, /],
  [
    'wifi: real',
    /:1:1: wifi must be {} or virtual, or have an adapter such as wlan0 and a password of 8 to 63 ASCII characters\.$/,
  ],
  ['wifi: { password: short }', /wifi[^\n]* a password of 8 to 63 ASCII characters\.$/],
  ['cloud: golf.example', /:1:1: cloud must be a URL such as http:\/\/192\.168\.1\.20:8322\.$/],
  ['leds: []', /:1:1: leds must list the LEDs of one to four players\.$/],
  ['sensor: [', /:1:\d+: Invalid YAML: /],
] as const)
  test(`[board] refuses the board file ${JSON.stringify(text)} and names the position`, (t) => {
    failsWith(t, readBoard(text, FILE), 'bad_value', expected);
  });

const FALLBACK = 'sensor: virtual\nspeaker: {}\n';

/** File by which a device starts, and the problem that it shows. */
const OWN_FILES: readonly (readonly [name: string, bytes: Buffer | 'folder' | null, problem: RegExp])[] = [
  ['without a mistake', Buffer.from('sensor: /dev/serial0'), /^$/],
  [
    'with a mistake',
    Buffer.from('sensor: /dev/serial0\nwifi: { password: short }'),
    /^The board file is not used\. .*own\.yaml:2:1: wifi must be /,
  ],
  [
    'with a tab',
    Buffer.from('display:\n\trotate: 90'),
    /^The board file is not used\. .*own\.yaml:2:1: Invalid YAML: /,
  ],
  ['that is empty', Buffer.from(''), /^The board file is not used\. .*own\.yaml:1:1: Allowed in a board file: /],
  [
    'saved as UTF-16',
    Buffer.from('\ufeffsensor: virtual', 'utf16le'),
    / .*own\.yaml .* it is UTF-16; save it as UTF-8\.$/,
  ],
  ['that is absent', null, /^The board file is not used\. .*own\.yaml/],
  ['that is a folder', 'folder', /^The board file is not used\. .*own\.yaml/],
];

for (const [name, bytes, problem] of OWN_FILES)
  test(`[C188] a device starts with a board file ${name}`, async (t) => {
    const folder = await temporaryFolder(t);
    const [own, fallback] = [join(folder, 'own.yaml'), join(folder, 'fallback.yaml')];
    if (bytes === 'folder') mkdirSync(own);
    else if (bytes) writeFileSync(own, bytes);
    writeFileSync(fallback, FALLBACK);
    const used = valueOf(t, readBoards(own, fallback));
    t.regex(used.board_problem, problem);
    const board =
      name === 'without a mistake' ? { sensor: '/dev/serial0' } : { sensor: 'virtual', speaker: { device: 'default' } };
    t.deepEqual(used.board, board);
  });

const SECRET = 'hunter2secret';

for (const text of [
  `wifi: { password: !${SECRET} }`,
  `wifi: { password: !x!${SECRET} }`,
  `wifi: { password: *${SECRET} }`,
  `wifi:\n  password: |${SECRET}`,
  `wifi:\n  password: @${SECRET}`,
  `wifi:\n  password: %${SECRET}`,
  `wifi:\n  password: "\\x${SECRET}"`,
  `wifi:\n  password: "${SECRET}`,
  `wifi:\n  password: 'a' ${SECRET}`,
  `wifi:\n  password: a: ${SECRET}`,
  `wifi:\n  password: [${SECRET}`,
  `wifi:\n  passwort: ${SECRET}`,
  `wifi: ${SECRET}`,
  `wifi:{password:${SECRET}, adapter: wlan0}`,
])
  test(`[C185] an error does not quote the password: ${JSON.stringify(text)}`, (t) => {
    const read = readBoard(text, FILE);
    failsWith(t, read, 'bad_value', /^\/etc\/tapin\/board\.yaml:\d:\d+: [^\n]+\.$/);
    t.false(!read.ok && read.error.message.includes(SECRET.slice(1)));
  });

test('[board] a board file has at most 16 KB, and an error about it at most 350 characters', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'board.yaml');
  const padded = (length: number): string => '{} #'.padEnd(length, 'x');
  writeFileSync(file, padded(16_384));
  t.deepEqual(valueOf(t, readBoardFile(file)), {});
  writeFileSync(file, padded(16_385));
  failsWith(t, readBoardFile(file), 'bad_value', /can't be read: /);
  const long = readBoard(`inputs:\n  keys: { KEY_UP: ${'x'.repeat(5000)} }`, FILE);
  t.true(!long.ok && long.error.message.length < 350);
});

test('[C188] only the sensor comes from the fallback if the board file names none', async (t) => {
  const folder = await temporaryFolder(t);
  const [own, fallback] = [join(folder, 'own.yaml'), join(folder, 'fallback.yaml')];
  writeFileSync(own, 'display: {}');
  writeFileSync(fallback, FALLBACK);
  const board = { sensor: 'virtual', display: { rotate: 0, scale: 'fit' } };
  t.deepEqual(valueOf(t, readBoards(own, fallback)), { board, board_problem: '' });
  writeFileSync(fallback, 'sensor: 5');
  failsWith(t, readBoards(own, fallback), 'bad_value', /fallback\.yaml:1:1: sensor must be virtual, or a path/);
  writeFileSync(own, 'sensor: virtual');
  t.deepEqual(valueOf(t, readBoards(own, fallback)).board, { sensor: 'virtual' });
});
