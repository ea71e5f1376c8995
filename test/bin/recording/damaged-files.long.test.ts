// Mutation tests of every file that a verb reads: its reader accepts it or refuses it in a sentence, and never throws.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { readBoard } from '../../../bin/board/board-file.ts';
import { readIdentityFile } from '../../../bin/serve/identity.ts';
import { readIssuer } from '../../../bin/cloud/open-store.ts';
import { reportOf } from '../../../bin/scenario/coverage-report.ts';
import { readManifest } from '../../../wire/firmware/image.ts';
import {
  newSecretKey,
  toPublicKey,
  NEW_KEY_BYTES,
  readSecretKey,
  secretKeyText,
} from '../../../wire/firmware/secret-key.ts';
import { publicKeyText, readPublicKey } from '../../../wire/firmware/minisign.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { mergeCoverage, readCoverage, writeCoverage } from '../../../simulation/statecharts/coverage.ts';
import { FIRMWARE_MACHINES } from '../../../simulation/statecharts/machines.ts';
import { createCoverageRecorder } from '../../../simulation/statecharts/recorder.ts';
import { recordingOf } from '../../../simulation/recordings/recording.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { scenarioOf } from '../../../simulation/recordings/scenario-of.ts';
import { readRigs } from '../../../simulation/rigs/read-rigs.ts';
import { strikesIn } from '../../../simulation/rigs/recorded-strikes.ts';
import { readStrokes } from '../../../simulation/rigs/stroke-list.ts';
import { readQuarantine } from '../../../simulation/scenarios/reports/quarantine.ts';
import { readScenario } from '../../../simulation/scenarios/reading/read-scenario.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import { timelineTexts } from '../../../simulation/timeline/timeline-texts.ts';
import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';
import { mutated } from '../../support/mutations.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { valueOf } from '../../support/results.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const TIMES = 1000;

/** Feeds mutated texts to `read`, the reader of a verb, and counts those that it accepts. */
async function survive(
  t: ExecutionContext,
  valid: string,
  read: (text: string) => Result<unknown> | Promise<Result<unknown>>,
): Promise<void> {
  valueOf(t, await read(valid));
  let taken = 0;
  for (let seed = 1; seed <= TIMES; seed++) {
    try {
      const given = await read(mutated(valid, seed));
      if (given.ok) taken++;
      else if (/\n\s+at |undefined/.test(given.error.message) || given.error.message === '')
        t.fail(`seed ${seed}: ${given.error.message}`);
    } catch (thrown) {
      t.fail(`seed ${seed} throws: ${thrown instanceof Error ? thrown.stack : messageOf(thrown)}`);
      return;
    }
  }
  t.log(`${TIMES} mutations, ${taken} taken`);
  t.true(taken < TIMES);
}

const SCENARIO = `# a comment
name: Two devices
seed: 012
devices: { Kitchen: { players: [Ann, { name: Bo, handicap: 9, hand: left }] }, 1: }
cloud: true
store: { comet: comet.lua }
firmware: { version: 0.9.2, notes: &a Better }
steps:
  - choose: &rows [Lag putting, Start]
  - { on: 1, press: [down, ok] }
  - for_each: { fault: [stuck, ok], steps: [{ fault: "\${fault}" }] }
  - repeat: { times: 3, steps: [{ putt: { share: 0.8 } }, plug] }
  - include: _b.yaml
  - wait_for: { text: 'Verdict', state: { sensor: ready }, led: { 1: orange }, within: 5 s }
  - expect_no: { page: menu, sound: holed, request: { server: relay, path: /sim/poll } }
  - save: { code: 'Code: (\\w+)' }
  - type: "\${code}"
  - choose: *rows
`;
const source = {
  file: 'a.yaml',
  include: (name: string) =>
    name === '_b.yaml' ? ok({ file: name, text: 'steps: [plug]' }) : fail('bad_value', `${name} can't be read.`),
};

test('[cli] reads 1,000 mutations of a scenario without throwing', async (t) => {
  await survive(t, SCENARIO, (text) => readScenario(text, source));
});

test('[cli] reads 1,000 mutations of an included file without throwing', async (t) => {
  await survive(
    t,
    'steps:\n  - press: [down, ok]\n  - repeat: { times: 3, steps: [{ putt: { share: 0.8 } }, plug] }\n  - expect: &a Lag\n  - expect_no: *a\n',
    (text) =>
      readScenario('steps: [{ include: _b.yaml }]', { file: 'a.yaml', include: (name) => ok({ file: name, text }) }),
  );
});

test('[cli] reads 1,000 mutations of a quarantine without throwing', async (t) => {
  const text = `# known
- scenarios: [&a 'session/*.yaml', lag*]
  on: [virtual, process]
  reason: It waits for a board
  until: 2026-12-31
- { scenarios: [One holed putt], reason: x, until: 2027-01-31 }
`;
  await survive(t, text, (given) => readQuarantine(given, 'q.yaml'));
});

test('[cli] reads 1,000 mutations of a hardware map without throwing', async (t) => {
  const text = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/rigs.md', 'utf8'))?.[1] ?? '';
  await survive(t, text, (given) => readRigs(given, 'rig.yaml'));
});

test('[cli] reads 1,000 mutations of a board file without throwing', async (t) => {
  const text = `display: { device: /dev/fb1, rotate: 90, scale: whole, off_after: 10 min }\n`;
  await survive(t, text, (given) => readBoard(given, 'board.yaml'));
});

test('[cli] reads 1,000 mutations of lists of strokes as CSV and YAML without throwing', async (t) => {
  const csv = 'club_speed_mps,face_angle_deg,attack_angle_deg\n1.2,0.5,1\n1.8,-0.5,\n2.4,0,2\n';
  await survive(t, csv, (given) => readStrokes(given, 'a.csv'));
  await survive(
    t,
    'strokes:\n  - { club_speed_mps: 1.2, face_angle_deg: &a 0.5 }\n  - { club_speed_mps: 2 }\n',
    (given) => readStrokes(given, 'a.yaml'),
  );
});

test('[cli] reads 1,000 mutations of coverage without throwing', async (t) => {
  const coverage = createCoverageRecorder(FIRMWARE_MACHINES).coverage();
  const text = writeCoverage(coverage.slice(0, 2));
  await survive(t, text, (given) => {
    const read = readCoverage(given, 'coverage.json');
    if (!read.ok) return read;
    const merged = mergeCoverage([
      { file: 'a', machines: read.value },
      { file: 'b', machines: read.value },
    ]);
    return merged.ok ? ok(reportOf(merged.value).lines) : merged;
  });
});

async function recorded(t: ExecutionContext): Promise<string> {
  const backend = await openVirtualBackend(valueOf(t, readText('steps: [plug]')));
  const target = backend.target('device');
  for (const key of ['down', 'ok', 'back'] as const) {
    await target.key(key, 'tap');
    await backend.pass(200);
  }
  await target.plug(false);
  await backend.pass(500);
  const file = await backend.recording();
  await backend.close();
  return gunzipSync(file ?? new Uint8Array()).toString();
}

test('[cli] replays and traces 1,000 mutations of a recording without throwing', async (t) => {
  const text = await recorded(t);
  await survive(t, text, async (given) => {
    const read = recordingOf(given, 'a.gz');
    if (!read.ok) return read;
    const texts = timelineTexts(read.value, {});
    if (texts.ok) for (const each of [texts.value.trace(), texts.value.signals()]) for (const _ of each);
    const scenario = scenarioOf(read.value, 'a');
    const strikes = strikesIn(read.value);
    const played = await createReplay(read.value).playTo(Infinity, true);
    return [played, texts, strikes, scenario].find((each) => !each.ok) ?? played;
  });
});

test('[cli] reads 1,000 mutations of keys and identities without throwing', async (t) => {
  const secret = newSecretKey(createSeededRandom(1).bytes(NEW_KEY_BYTES));
  await survive(t, secretKeyText(secret), readSecretKey);
  await survive(t, publicKeyText(toPublicKey(secret)), readPublicKey);
  await survive(t, '{"tapin":"firmware","hw":"virtual","version":"0.9.2","seq":3}\npayload', (text) =>
    readManifest(Buffer.from(text)),
  );
  const folder = await temporaryFolder(t);
  const file = join(folder, 'a.json');
  const inFile =
    (read: () => Result<unknown>) =>
    (text: string): Result<unknown> => {
      writeFileSync(file, text);
      return read();
    };
  await survive(
    t,
    JSON.stringify({ id: 'TP-0123456789AB', secret: 'ab'.repeat(32) }),
    inFile(() => readIdentityFile(file)),
  );
  const jwks = {
    keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', alg: 'EdDSA', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
  };
  await survive(
    t,
    JSON.stringify(jwks),
    inFile(() => readIssuer({ issuer: 'https://a.example', audience: 'a', jwks: file })),
  );
});

test('[cli] ends with one sentence and exit code 2 for files that no reader can use', async (t) => {
  const folder = await temporaryFolder(t);
  const place = (name: string): string => join(folder, name);
  const about = '{"tapin_recording":2,"version":"0.9.0","began":""}\n';
  writeFileSync(place('never.gz'), gzipSync(`${about}[0,"device",["key",1],[]]\n`));
  writeFileSync(place('deep.yaml'), 'steps: '.padEnd(20_000, '['));
  writeFileSync(place('alias.yaml'), '- scenarios: [*nowhere]\n  reason: x\n  until: 2026-12-31\n');
  writeFileSync(place('own.yaml'), '&a [*a]\n');
  writeFileSync(place('a.yaml'), 'steps: [plug]\n');
  mkdirSync(place('folder.yaml'));
  for (const [expected, ...args] of [
    [/^tapin: .*never\.gz: Line 2: This batch can't be played: device was not switched on\.\n$/, 'replay', '@never.gz'],
    [/^tapin: .*never\.gz: Line 2: This batch can't be played: device was not switched on\.\n$/, 'shrink', '@never.gz'],
    [/^tapin: .*deep\.yaml:1:\d+: Invalid YAML: it is nested too deeply\.\n$/, 'test', '@deep.yaml'],
    [
      /^tapin: .*alias\.yaml:1:1: Invalid YAML: Unresolved alias .*\.\n$/,
      'test',
      '@a.yaml',
      '--quarantine',
      '@alias.yaml',
    ],
    [/^tapin: .*own\.yaml:1:1: Invalid YAML: an alias refers to itself\.\n$/, 'test', '@a.yaml', '--map', '@own.yaml'],
    [/^tapin: .*folder\.yaml can't be read: it is a folder, not a file\.\n$/, 'shrink', '@folder.yaml'],
    [/^tapin: \/dev\/zero can't be read: it is a device or a socket, not a file\.\n$/, 'test', '/dev/zero'],
    [
      /^tapin: The recording \/dev\/zero can't be read: it is a device or a socket, not a file\.\n$/,
      'trace',
      '/dev/zero',
    ],
  ] as const) {
    const { code, stdout, stderr } = await callTapin(args.map((arg) => arg.replace('@', `${folder}/`)));
    t.deepEqual([code, stdout], [2, ''], args.join(' '));
    t.regex(stderr, expected);
  }
});
