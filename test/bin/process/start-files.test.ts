// Startup files replaced by something else: each is refused with a one-line error, and none blocks startup.

import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readBoardFile } from '../../../bin/board/board-file.ts';
import { openFirmwareKey, readPublicKeyFile, readSecretKeyFile } from '../../../bin/cloud/firmware-key.ts';
import { readIdentityFile } from '../../../bin/serve/identity.ts';
import { readIssuer } from '../../../bin/cloud/open-store.ts';
import { keptToken } from '../../../bin/serve/panel-token.ts';
import { openDeviceRegistry, readRegistryFile } from '../../../cloud-stub/devices/device-registry.ts';
import { enrolDevice } from '../../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { openAuthorKey } from '../../../cloud-stub/store/author-key.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Result } from '../../../wire/errors.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const clock = createVirtualClock();
const random = createSeededRandom(1);

/** Readers of startup files, by a description of the file. */
const READERS: Readonly<Record<string, (path: string) => Result<unknown> | Promise<Result<unknown>>>> = {
  'a registry that is read': readRegistryFile,
  'a registry that is served': (path) => openDeviceRegistry(path, { clock, log: createMemoryLog(clock) }),
  'a registry that gets a device': (path) => enrolDevice(path, newIdentity(random)),
  'an identity file': readIdentityFile,
  'a board file': readBoardFile,
  'a public key': readPublicKeyFile,
  'a secret key': readSecretKeyFile,
  'the key of authors': openAuthorKey,
  'the keys of an issuer': (path) => readIssuer({ issuer: 'https://id.example', audience: 'a', jwks: path }),
};

const NO_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  'it is a folder, not a file': (path) => mkdir(path),
  'it is a pipe, not a file': (path) => execFileSync('mkfifo', [path]),
  'it is a link to a missing file': (path) => symlink('nowhere', path),
  'it is a device or a socket, not a file': (path) => symlink('/dev/zero', path),
  'it is a link to itself': (path) => symlink('file', path),
};

for (const [what, read] of process.platform === 'win32' ? [] : Object.entries(READERS))
  test(`[R152] refuses ${what} that is not a regular file with a one-line error`, async (t) => {
    for (const [reason, make] of Object.entries(NO_FILES)) {
      const path = join(await temporaryFolder(t), 'file');
      await make(path);
      const found = await read(path);
      if (found.ok) return t.fail(reason);
      t.true(found.error.message.includes(path) && found.error.message.endsWith(`: ${reason}.`), found.error.message);
    }
  });

test('[R152] does not replace a firmware key that is a link to a missing file', async (t) => {
  const data = await temporaryFolder(t);
  await symlink('nowhere', join(data, 'firmware.key'));
  const opened = await openFirmwareKey(data, random, createMemoryLog(clock));
  t.false(opened.ok);
  if (!opened.ok) t.regex(opened.error.message, /firmware\.key can't be read: it is a link/);
});

test('[R152] refuses a missing firmware key if its public half exists, and creates none', async (t) => {
  const data = await temporaryFolder(t);
  const key = valueOf(t, await openFirmwareKey(data, random, createMemoryLog(clock)));
  await rename(join(data, 'firmware.key'), join(data, 'kept'));
  const before = await readFile(join(data, 'firmware.pub'), 'utf8');
  failsWith(
    t,
    await openFirmwareKey(data, random, createMemoryLog(clock)),
    'key_unusable',
    /firmware\.key is missing, .*firmware\.pub away/,
  );
  t.deepEqual((await readdir(data)).toSorted(), ['firmware.pub', 'kept']);
  t.is(await readFile(join(data, 'firmware.pub'), 'utf8'), before);
  await rename(join(data, 'kept'), join(data, 'firmware.key'));
  t.deepEqual(valueOf(t, await openFirmwareKey(data, random, createMemoryLog(clock))), key);
});

test('[R152] rewrites a damaged public half of the firmware key and warns', async (t) => {
  const data = await temporaryFolder(t);
  const log = createMemoryLog(clock);
  await openFirmwareKey(data, random, log);
  await openFirmwareKey(data, random, log);
  const path = join(data, 'firmware.pub');
  await rm(path);
  await openFirmwareKey(data, random, log);
  t.deepEqual(log.lines(), [], 'no warning for an intact or missing one');
  const whole = await readFile(path, 'utf8');
  // Damages one character of the key itself, then one of the id before it; then empties the file.
  for (const at of [whole.length - 10, whole.length - 50]) {
    const damaged = `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`;
    for (const text of [damaged, '']) {
      await writeFile(path, text);
      valueOf(t, await openFirmwareKey(data, random, log));
      t.is(await readFile(path, 'utf8'), whole);
    }
  }
  t.deepEqual(
    log.lines().map(({ level, text }) => [level, text]),
    Array.from({ length: 4 }, () => [
      'warn',
      `${path} was damaged or belonged to another key; rewritten from firmware.key.`,
    ]),
  );
});

test('[R152] logs a registry that becomes a pipe while it is served, and keeps its devices', async (t) => {
  const path = join(await temporaryFolder(t), 'devices.json');
  const identity = valueOf(t, enrolDevice(path, newIdentity(random)));
  const log = createMemoryLog(clock);
  const registry = valueOf(t, openDeviceRegistry(path, { clock, log }));
  execFileSync('sh', ['-c', 'rm "$1" && mkfifo "$1"', 'sh', path]);
  t.is(registry.keyOf('TP-000000000000'), null);
  t.truthy(registry.keyOf(identity.id));
  t.regex(log.lines()[0]?.text ?? '', /it is a pipe, not a file\. The devices known before stay\.$/);
});

test('[R152] keeps the panel token if a pipe replaces its file or its temporary file', async (t) => {
  for (const name of ['panel-token', 'panel-token.tmp']) {
    const data = await temporaryFolder(t);
    execFileSync('mkfifo', [join(data, name)]);
    const { token, file } = valueOf(t, await keptToken(data));
    t.is((await stat(file)).mode & 0o777, 0o600);
    t.is(valueOf(t, await keptToken(data)).token, token);
  }
});
