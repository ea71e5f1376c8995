// Command line texts: help, version, and invalid calls, which print one line on stderr and exit with code 2.

import { readFile } from 'node:fs/promises';
import test from 'ava';
import * as v from 'valibot';
import { callTapin } from '../support/process/call-tapin.ts';
import { runTapin } from '../support/process/tapin-process.ts';
import { readJson } from '../support/read-json.ts';

const VERBS = [
  'run',
  'device',
  'doctor',
  'trace',
  'sensor',
  'simulator',
  'cloud',
  'extension',
  'login',
  'logout',
  'whoami',
  'firmware',
  'test',
  'hil',
];
/** Verbs that run by themselves, with the options that their help must explain. */
const OPTIONS = {
  run: [
    'port',
    'host',
    'data',
    'sensor',
    'guests',
    'relay-port',
    'cloud',
    'identity',
    'simulator',
    'connector',
    'keyboard',
    'releases',
    'firmware-key',
    'seed',
    'log-format',
  ],
  device: [
    'sensor',
    'data',
    'cloud',
    'identity',
    'simulator',
    'connector',
    'keyboard',
    'releases',
    'firmware-key',
    'log-format',
  ],
  'firmware pack': ['platform', 'modules', 'hw', 'firmware', 'compression', 'seq', 'release', 'out'],
  'cloud migrate': ['data', 'engine'],
  'cloud backup': ['data', 'devices', 'engine'],
  'cloud restore': ['data', 'devices', 'engine'],
  'cloud audio add': ['pack', 'data'],
  'cloud firmware add': ['sign', 'notes', 'channel', 'data'],
  sensor: ['link', 'seed', 'log-format'],
  operate: ['board', 'seed', 'log-format'],
  'simulator gspconnect': ['port', 'host', 'reconnect', 'first', 'log-format'],
  'simulator lenient': ['port', 'host', 'reads', 'log-format'],
  'simulator putting-port': ['port', 'host', 'answer', 'log-format'],
  'simulator shot-server': ['port', 'host', 'jsonl', 'csv', 'log-format'],
  'cloud serve': [
    'port',
    'host',
    'public-url',
    'trust-proxy',
    'metrics-port',
    'data',
    'devices',
    'limits',
    'drain',
    'issuer',
    'audience',
    'client-id',
    'jwks',
    'log-format',
  ],
  'hil doctor': ['map', 'rig', 'sensor', 'seconds'],
  'hil compare': ['map', 'strokes', 'plot'],
  'extension run': ['port', 'host', 'seed', 'log-format'],
  'extension publish': ['cloud', 'description', 'code'],
  'extension list': ['cloud'],
  'extension versions': ['cloud'],
  'extension request-listing': ['cloud'],
  'extension withdraw': ['cloud'],
  'extension release': ['cloud'],
  'extension delete': ['cloud'],
  'extension transfer': ['cloud', 'accept'],
  login: ['cloud'],
  logout: ['cloud'],
  whoami: ['cloud'],
  'cloud enrol': ['devices', 'id', 'import', 'export'],
  'cloud token': ['author', 'data', 'days', 'name'],
  'cloud keys rotate': ['data'],
  'cloud support invite': ['name', 'data'],
  'cloud transfer': ['from', 'to', 'data'],
  'cloud tokens': ['author', 'revoke', 'data'],
} as const;

test.serial('[cli] --version prints the version of the package for every verb', async (t) => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = readJson(v.object({ version: v.string() }), manifest);
  for (const args of [['--version'], ['run', '--version'], ['sensor', '-V']]) {
    const { code, stdout, stderr } = await runTapin(args);
    t.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test.serial('[cli] --help names every verb', async (t) => {
  const { code, stdout, stderr } = await callTapin(['--help']);
  t.deepEqual([code, stderr], [0, '']);
  for (const verb of VERBS) t.regex(stdout, new RegExp(`^ +${verb} `, 'm'));
  const headings = stdout.match(/^\S.*:$/gm) ?? [];
  t.deepEqual(headings, ['Options:', 'Play:', 'Test:', 'Extensions:', 'Device:', 'Cloud:', 'Other:']);
});

test.serial('[cli] tapin without arguments suggests a first command', async (t) => {
  const { code, stdout, stderr } = await runTapin([]);
  t.deepEqual([code, stdout], [2, '']);
  t.is(stderr, 'tapin: Missing command: use tapin run to play in your browser; see tapin --help.\n');
});

for (const [verb, options] of Object.entries(OPTIONS))
  test.serial(`[cli] ${verb} --help lists its options with defaults and examples`, async (t) => {
    const { code, stdout, stderr } = await callTapin([...verb.split(' '), '--help']);
    t.deepEqual([code, stderr], [0, '']);
    t.regex(stdout, new RegExp(`^Usage: tapin ${verb} `));
    t.regex(stdout, new RegExp(`^Examples:\n  .*tapin ${verb}`, 'm'));
    for (const option of options) t.regex(stdout, new RegExp(`^  --${option} [<[]`, 'm'));
    t.true(stdout.split('\n').every((line) => line.length <= 120));
  });

test.serial('[cli] cloud --help lists its subcommands', async (t) => {
  const { code, stdout, stderr } = await callTapin(['cloud', '--help']);
  t.deepEqual([code, stderr], [0, '']);
  for (const verb of ['serve', 'enrol', 'token', 'keys', 'support', 'transfer', 'tokens', 'firmware'])
    t.regex(stdout, new RegExp(`^ +${verb} `, 'm'));
});

/** Invalid calls, and the allowed values that the error line must name. */
const WRONG: readonly (readonly [args: string, tells: RegExp])[] = [
  ['', /use tapin run to play in your browser; see tapin --help/],
  ['fly', /"fly": use run, roll, test, replay, .*, extension, login, .*, cloud or completion/],
  ['Run', /run, roll, test, replay, .*, extension, login, .*, cloud or completion/],
  ['--bogus', /--bogus.*--help/],
  ['run --bogus', /--bogus.*--port.*--data/],
  ['run --prot 1', /--prot.*--port/],
  ['run extra', /too many arguments.*--port/],
  ['run --port', /--port.*missing.*tapin run takes/],
  ['run --port x', /whole number from 0 to 65535/],
  ['run --port -1', /whole number from 0 to 65535/],
  ['run --port 65536', /whole number from 0 to 65535/],
  ['run --port 1.5', /whole number from 0 to 65535/],
  ['run --port 0x10', /whole number from 0 to 65535/],
  ['run --port=', /whole number from 0 to 65535/],
  ['run --seed x', /whole number from 0 to 9007199254740991/],
  ['run --seed -1', /whole number from 0 to 9007199254740991/],
  ['run --seed 9007199254740993', /whole number from 0 to 9007199254740991/],
  ['run --seed', /--seed.*missing/],
  ['run --data', /--data.*missing/],
  ['run --guests 4', /whole number from 0 to 3/],
  ['run --guests -1', /whole number from 0 to 3/],
  ['run --guests one', /whole number from 0 to 3/],
  ['run --guests', /--guests.*missing/],
  ['run --relay-port 65536', /whole number from 0 to 65535/],
  ['run --cloud', /--cloud.*missing/],
  ['run --cloud=', /such as http:\/\/192\.168\.1\.20:8322/],
  ['run --cloud relay', /such as http:/],
  ['run --cloud 192.168.1.20:8322', /such as http:/],
  ['run --cloud ftp://192.168.1.20', /such as http:/],
  ['run --cloud http://192.168.1.20:8322/sim', /such as http:/],
  ['run --cloud http://192.168.1.20?x=1', /such as http:/],
  ['run --cloud http://me:secret@192.168.1.20', /such as http:/],
  ['run --cloud http://192.168.1.20:8322 --guests 1', /--guests.*remove --cloud/],
  ['run --identity me.json', /--identity requires --cloud/],
  ['run --cloud http://192.168.1.20 --identity=', /identity file must be a path, such as identity\.json/],
  ['run --simulator', /--simulator.*missing/],
  ['run --simulator=', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --simulator golf@pc', /a host name or IP address with an optional port/],
  ['run --simulator http://golf-pc', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --simulator golf-pc:0', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --simulator golf-pc:65536', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --simulator golf-pc:', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --simulator :9210', /such as 192\.168\.1\.20 or golf-pc:9210/],
  [`run --simulator ${'a'.repeat(33)}`, /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['run --connector', /--connector.*missing/],
  ['run --connector=', /such as 192\.168\.1\.20 or golf-pc:8888/],
  ['run --connector 192.168.1.20:x', /such as 192\.168\.1\.20 or golf-pc:8888/],
  ['run --connector golf-pc:8888/putting', /such as 192\.168\.1\.20 or golf-pc:8888/],
  ['run --keyboard', /--keyboard.*missing/],
  ['run --keyboard=', /keyboard must be a path, such as \/dev\/hidg0/],
  ['device --sensor /dev/null --simulator -', /such as 192\.168\.1\.20 or golf-pc:9210/],
  ['device --sensor /dev/null --connector 1.2.3.4:99999', /such as 192\.168\.1\.20 or golf-pc:8888/],
  ['device --sensor /dev/null --keyboard=', /keyboard must be a path, such as \/dev\/hidg0/],
  ['simulator gspconnect --simulator golf-pc', /--simulator.*tapin simulator gspconnect takes/],
  ['device --sensor /dev/null --cloud relay', /such as http:/],
  ['device --sensor /dev/null --releases=', /release folder must be a path/],
  ['device --sensor /dev/null --releases r', /--releases and --firmware-key must be used together/],
  ['device --sensor /dev/null --firmware-key k', /--releases and --firmware-key must be used together/],
  ['run --firmware-key k', /--firmware-key and --releases require --cloud/],
  ['run --releases r --firmware-key k', /--firmware-key and --releases require --cloud/],
  ['run --cloud http://127.0.0.1:1 --releases r', /--releases requires --firmware-key/],
  ['firmware', /pack.*tapin firmware --help/],
  ['firmware pack --seq 2', /--firmware.*tapin firmware pack takes/],
  ['firmware pack --firmware 0.9.1', /--seq.*tapin firmware pack takes/],
  ['firmware pack --firmware 0.9 --seq 2', /three numbers, such as 0\.9\.1/],
  ['firmware pack --firmware 0.9.1 --seq 0', /whole number from 1 to 2147483647/],
  ['firmware pack --firmware 0.9.1 --seq 2147483648', /whole number from 1 to 2147483647/],
  ['firmware pack --firmware 0.9.1 --seq 2 --compression 0', /whole number from 1 to 19/],
  ['firmware pack --firmware 0.9.1 --seq 2 --compression 20', /whole number from 1 to 19/],
  ['firmware pack --firmware 0.9.1 --seq 2 --hw Pi', /such as linux-arm64/],
  ['firmware pack --firmware 0.9.1 --seq 2 --hw linux-arm64', /needs --platform.*or --release/],
  ['firmware pack --firmware 0.9.1 --seq 2 --platform pi', /linux-arm64, linux-x64/],
  ['firmware pack --firmware 0.9.1 --seq 2 --platform --release r', /either --platform or --release/],
  ['firmware pack --firmware 0.9.1 --seq 2 --modules m', /--modules needs --platform/],
  ['cloud serve --trust-proxy everything', /such as 127\.0\.0\.1/],
  ['extension transfer --cloud http://127.0.0.1:1', /a share code, or --accept/],
  ['extension transfer 7K3QZ --accept AAAAAAAAAA --cloud http://127.0.0.1:1', /a share code, or --accept/],
  ['cloud keys', /rotate.*tapin cloud keys --help/],
  ['cloud support', /invite, list or remove.*tapin cloud support --help/],
  ['cloud support invite', /--name.*tapin cloud support invite takes <email>/],
  ['cloud support invite sam@example.com', /--name/],
  ['cloud transfer --from a', /--to/],
  ['cloud tokens', /--author/],
  ['cloud audio', /add.*tapin cloud audio --help/],
  ['cloud audio add x', /--pack.*tapin cloud audio add takes/],
  ['cloud audio add x --pack=', /1 to 32 characters/],
  ['cloud firmware', /add.*tapin cloud firmware --help/],
  ['cloud firmware add', /file.*tapin cloud firmware add takes/],
  ['cloud firmware add x --channel fast', /stable, beta/],
  ['cloud firmware add x --sign=', /A key must be a path/],
  [`cloud firmware add x --notes ${'n'.repeat(1001)}`, /at most 1000 characters/],
  ['device --sensor /dev/null --identity=', /identity file must be a path, such as identity\.json/],
  ['device --sensor /dev/null --guests 1', /--guests.*tapin device takes/],
  ['device', /no sensor given: use --sensor, or sensor in the board file/],
  ['device --fallback-board board.yaml', /--fallback-board must be used with --board/],
  ['device --board /nowhere.yaml', /\/nowhere\.yaml can't be read/],
  ['device --seed 1 --sensor /dev/null', /--seed.*tapin device takes/],
  ['sensor', /--link.*tapin sensor takes/],
  ['sensor --link', /--link.*missing/],
  ['sensor --link pty:', /pty:PATH/],
  ['sensor --link=', /pty:PATH/],
  ['sensor --link pty:/tmp/x --jitter-us 1001', /whole number from 0 to 1000/],
  ['sensor --link pty:/tmp/x --port 1', /--port.*--link/],
  ['simulator', /gspconnect, lenient, putting-port or shot-server.*tapin simulator --help/],
  ['simulator fly', /"fly".*gspconnect, lenient, putting-port or shot-server/],
  ['simulator gspconnect extra', /too many arguments.*--reconnect/],
  ['simulator gspconnect --port 65536', /whole number from 0 to 65535/],
  ['simulator gspconnect --reconnect maybe', /broken, works/],
  ['simulator lenient --answer slow', /--answer.*tapin simulator lenient takes.*--host/],
  ['simulator shot-server --csv', /--csv.*missing/],
  ['extension test', /files.*tapin extension test takes.*--script/],
  ['simulator lenient --host=', /--host must be an address, such as 127\.0\.0\.1/],
  [
    'simulator putting-port --answer maybe',
    /result, empty, bare, double, bare-double, received, busy, html, error, slow/,
  ],
  ['simulator putting-port --answer', /--answer.*missing/],
  [
    'cloud',
    /serve, enrol, token, keys, support, transfer, tokens, migrate, backup, restore, firmware or audio.*tapin cloud --help/,
  ],
  [
    'cloud fly',
    /"fly".*serve, enrol, token, keys, support, transfer, tokens, migrate, backup, restore, firmware or audio/,
  ],
  ['cloud --port 1', /--port.*tapin cloud --help/],
  ['serve', /"serve": use run, roll, test, replay, .*, extension, login, .*, cloud or completion/],
  ['cloud serve --bogus', /--bogus.*tapin cloud serve takes.*--metrics-port.*--devices/],
  ['cloud serve extra', /too many arguments.*--devices/],
  ['cloud serve --port', /--port.*missing.*tapin cloud serve takes/],
  ['cloud serve --port 65536', /whole number from 0 to 65535/],
  ['cloud serve --metrics-port 1.5', /whole number from 0 to 65535/],
  ['cloud serve --metrics-port=', /whole number from 0 to 65535/],
  ['cloud serve --data=', /data folder must be a path/],
  ['cloud serve --devices=', /registry must be a path/],
  ['cloud serve --limits maybe', /on, off/],
  ...['20.1', '-1', 'long', '5s', '1e1', ''].map((seconds): [string, RegExp] => [
    `cloud serve --drain=${seconds}`,
    /number of seconds from 0 to 20, such as 5 or 0\.5/,
  ]),
  ['cloud enrol --bogus', /--bogus.*tapin cloud enrol takes.*--devices.*--id/],
  ['cloud enrol extra', /too many arguments.*--id/],
  ['cloud enrol --id', /--id.*missing/],
  ['cloud enrol --devices=', /registry must be a path/],
  ['cloud token', /--author.*tapin cloud token takes.*--data.*--days/],
  ['cloud token --author=', /name of 1 to 64 characters, such as Ann/],
  [`cloud token --author ${'a'.repeat(65)}`, /name of 1 to 64 characters, such as Ann/],
  ['cloud token --author Ann --days 0', /whole number from 1 to 3650/],
  ['cloud token --author Ann --days 3651', /whole number from 1 to 3650/],
  ['cloud token --author Ann --data=', /data folder must be a path/],
  ['run --host=', /--host must be an address, such as 127\.0\.0\.1/],
  ['cloud serve --host=', /--host must be an address, such as 127\.0\.0\.1/],
  ['cloud enrol --id tp-0123456789ab', /such as TP-0123456789AB/],
];

for (const [call, expected] of WRONG)
  test.serial(`[cli] refuses tapin ${call || '(nothing)'} in one line`, async (t) => {
    const { code, stdout, stderr } = await callTapin(call.split(' ').filter(Boolean));
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, /^tapin: [^\n]+\.\n$/);
    t.regex(stderr, expected);
  });

test.serial('[cli] reports an invalid call that contains a line break in one line', async (t) => {
  const { code, stdout, stderr } = await callTapin(['fly\nhigh']);
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /^tapin: [^\n]+\n$/);
  const { stderr: of_option } = await callTapin(['run', '--port', '1\n2\u001b[2J']);
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  t.regex(of_option, /^tapin: [^\n\u001b]+\n$/);
});

test.serial('[cli] suggests the nearest verb, option or choice for a wrong one', async (t) => {
  const calls: readonly (readonly [string, RegExp])[] = [
    ['help nosuch', /^tapin: Unknown command "nosuch": use run, .*; see tapin --help\.\n$/],
    ['help simulater', /^tapin: Unknown command "simulater" \(did you mean simulator\?\): use run, /],
    ['help cloud srve', /^tapin: Unknown command "srve" \(did you mean serve\?\): .*; see tapin cloud --help\.\n$/],
    ['cloud help srve', /^tapin: Unknown command "srve" \(did you mean serve\?\): /],
    ['nosuch --help', /^tapin: Unknown command "nosuch": /],
    ['cloud srve', /^tapin: Unknown command "srve" \(did you mean serve\?\): /],
    ['run --prt 1', /^tapin: unknown option '--prt' \(Did you mean --port\?\); /],
    ['simulator gspconnect --first redy', /is invalid \(did you mean ready\?\)\. Allowed choices are any, ready\.\n$/],
  ];
  for (const [call, sentence] of calls) {
    const { code, stdout, stderr } = await callTapin(call.split(' '));
    t.deepEqual([code, stdout], [2, ''], call);
    t.regex(stderr, sentence, call);
    t.is(stderr.split('\n').length, 2, call);
  }
});

test.serial('[cli] help explains the verb that it is given', async (t) => {
  for (const call of ['help cloud serve', 'cloud help serve', 'cloud serve --help']) {
    const { code, stdout } = await callTapin(call.split(' '));
    t.is(code, 0, call);
    t.regex(stdout, /^Usage: tapin cloud serve /, call);
  }
  t.regex((await callTapin(['help'])).stdout, /^Usage: tapin \[options\]/);
});

test.serial('[cli] options may precede the verb that they belong to', async (t) => {
  const { code, stderr } = await callTapin(['simulator', '--port', 'many', 'lenient']);
  t.is(code, 2);
  t.regex(stderr, /^tapin: option '--port <number>' argument 'many' is invalid\. A port must be a whole number/);
});
