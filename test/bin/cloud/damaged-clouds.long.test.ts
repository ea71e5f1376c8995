// Random damage to the data folder of a whole cloud: it starts and serves, or names the bad file in a one-line error
// (R152).

import { cpSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openCloud, type OpenCloud } from '../../../bin/cloud/open-cloud.ts';
import { enrolDevice } from '../../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { Result } from '../../../wire/errors.ts';
import { fakeCheck } from '../../support/store/store-world.ts';
import { valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const SEEDS = 60;
const clock = createSystemClock();

const open = (data: string, log = createMemoryLog(clock)): Promise<Result<OpenCloud>> =>
  openCloud({
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    data,
    devices: join(data, 'devices.json'),
    limited: true,
    store: { check: fakeCheck, support_key: null, issuer: null },
  });

async function usedFolder(t: ExecutionContext): Promise<string> {
  const data = await temporaryFolder(t);
  await valueOf(t, await open(data)).close();
  valueOf(t, enrolDevice(join(data, 'devices.json'), newIdentity(createSeededRandom(1))));
  return data;
}

type Damage = (path: string, random: Random) => void;

const rewritten =
  (change: (bytes: Buffer, random: Random) => Uint8Array): Damage =>
  (path, random) => {
    writeFileSync(path, change(readFileSync(path), random));
  };

const DAMAGES: readonly Damage[] = [
  rewritten((bytes, random) => {
    const at = random.int(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    return bytes;
  }),
  rewritten((bytes, random) => bytes.subarray(0, random.int(bytes.length))),
  rewritten((bytes, random) => bytes.fill(random.int(256), random.int(bytes.length))),
  rewritten((bytes, random) => Buffer.from(bytes.map(() => random.int(256)))),
  rewritten((bytes) => Buffer.concat([bytes, bytes])),
  (path) => truncateSync(path, 0),
  (path) => rmSync(path),
];

test('[R152] a randomly damaged data folder either serves or is refused with the file name', async (t) => {
  const used = await usedFolder(t);
  const names = readdirSync(used).filter((name) => statSync(join(used, name)).isFile());
  t.true(
    ['relay.sqlite', 'store.sqlite', 'identity.sqlite', 'devices.json'].every((name) => names.includes(name)),
    names.join(),
  );
  const counts = { served: 0, refused: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = createSeededRandom(seed);
    const data = join(await temporaryFolder(t), 'data');
    cpSync(used, data, { recursive: true });
    const damaged = Array.from({ length: 1 + random.int(2) }, () => names[random.int(names.length)] ?? '');
    for (const name of new Set(damaged)) DAMAGES[random.int(DAMAGES.length)]?.(join(data, name), random);
    const before = new Map(
      readdirSync(data).map((name) => [
        name,
        statSync(join(data, name)).isFile() ? readFileSync(join(data, name)) : null,
      ]),
    );
    const at = `seed ${seed}: ${damaged.join(', ')}`;
    const log = createMemoryLog(clock);
    const cloud = await open(data, log);
    if (cloud.ok) {
      counts.served++;
      for (const name of damaged.filter((each) => each.endsWith('.sqlite') && !before.has(each)))
        t.true(
          log.lines().some(({ text }) => text.includes(`had no ${name}`)),
          at,
        );
      t.true((await fetch(`${cloud.value.url}/readyz`)).ok, at);
      await cloud.value.close();
      continue;
    }
    counts.refused++;
    const { message } = cloud.error;
    t.true(
      damaged.some((name) => message.includes(name)),
      `${at}: ${message}`,
    );
    t.regex(message, /^[A-Z][^\n]*\.$/, at);
    // Rewrites the marker of the data folder if it is empty, as a power cut leaves it.
    for (const name of damaged.filter((each) => each !== 'tapin-data.json'))
      t.deepEqual(
        before.get(name) ?? null,
        readdirSync(data).includes(name) ? readFileSync(join(data, name)) : null,
        `${at}: unchanged`,
      );
  }
  t.log(`${counts.served} served, ${counts.refused} refused`);
  t.true(counts.served > 5 && counts.refused > SEEDS / 3);
});
