// R146: a power cut at every storage operation while firmware is fetched, installed, tried and confirmed, or rolled
// back. The next boot runs the old image or the new one, whole, and the device still reaches the new one.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { FIRMWARE_TRIES_MAX } from '../../../firmware/persisted/firmware.ts';
import { PIECE_BYTES } from '../../../firmware/images/download.ts';
import { createFlashImageSlots } from '../../../hal/images/image-slots-flash.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import { firmwareFixture, imageOf, NEW, signed, type FirmwareFixture } from '../../support/device/firmware-fixture.ts';
import { persistedIn } from '../../support/device/play.ts';
import { recording, type Recording } from '../../support/device/power-cuts.ts';

const CUTS: readonly PowerCut[] = [
  { torn: 0, folder: 'lost' },
  { torn: 0.5, folder: 'last' },
  { torn: 1, folder: 'kept' },
];
/** Image of two pieces. */
const RELEASE = signed(NEW, { bytes: imageOf(NEW, PIECE_BYTES + 10) });
/** Time to fetch, install, restart, confirm and tidy up. */
const DAY_MS = 15_000;

/** Asserts that a boot after a cut runs one of the two images, whole. */
async function bootsWell(t: ExecutionContext, at: FirmwareFixture, what: string): Promise<void> {
  const version = at.version();
  t.true(version === '0.9.0' || version === '0.9.1', `${what}: ${version || 'nothing'} runs`);
  const { tries } = (await persistedIn(at.fixture().flash)).persisted.firmware;
  t.true(
    tries.every(({ count }) => count <= FIRMWARE_TRIES_MAX),
    what,
  );
  if (version === '0.9.0') return;
  const slots = createFlashImageSlots(at.fixture().flash);
  const whole = [await slots.inspect('a'), await slots.inspect('b')].filter((image) => image?.version === '0.9.1');
  t.true(whole.length > 0, `${what}: the running image is in a slot`);
}

/** Records an undisturbed run. */
async function recordingOf(day: (at: FirmwareFixture) => Promise<void>): Promise<Recording> {
  const recorded = await recording();
  await day(await firmwareFixture({ boot_ms: 0, flash: recorded.flash, offers: [RELEASE] }));
  return recorded;
}

async function sweep(t: ExecutionContext, day: (at: FirmwareFixture) => Promise<void>, from = 0): Promise<void> {
  const recorded = await recordingOf(day);
  const operations = recorded.operations();
  t.true(operations - from > 50, `${operations}`);
  let cuts = 0;
  const started = new Set<string>();
  for (const cut of CUTS)
    for (let operation = from; operation < operations; operation++) {
      cuts++;
      const { flash, contents } = await recorded.cutAt(operation, cut);
      if (started.has(contents)) continue;
      started.add(contents);
      const what = `operation ${operation}, ${cut.folder}`;
      const at = await firmwareFixture({ flash, offers: [RELEASE] });
      await bootsWell(t, at, what);
      await at.clock.advance(DAY_MS + 1000);
      t.is(at.version(), '0.9.1', `${what}: the update completes`);
    }
  t.log(`${cuts} cuts leave ${started.size} storages, of which all start well`);
}

test('[R146] [R141] a power cut at every operation of an update leaves the old or the new image', async (t) => {
  t.timeout(240_000);
  await sweep(t, ({ clock }) => clock.advance(DAY_MS));
});

test('[R146] a power cut at every operation of a rollback leaves the old or the new image', async (t) => {
  t.timeout(240_000);
  const hang = async (at: FirmwareFixture, ms: number): Promise<void> => {
    at.fixture().images?.setFault('stuck');
    await at.clock.advance(ms);
  };
  // Up to this point the update is like any other.
  const until_it_hangs = (await recordingOf((at) => hang(at, 3000))).operations();
  await sweep(t, (at) => hang(at, 62_000), until_it_hangs);
});

test('[R146] [R140] repeated power cuts always leave a whole image, and at most three tries per version', async (t) => {
  t.timeout(240_000);
  const cutting = fc.record({ after: fc.nat(120), cut: fc.constantFrom(...CUTS), ms: fc.nat(12_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(cutting, { minLength: 2, maxLength: 6 }), async (cuts) => {
      const at = await firmwareFixture({ boot_ms: 0 });
      at.offer(RELEASE);
      for (const [n, { after, cut, ms }] of cuts.entries()) {
        const { disk } = at.fixture().flash;
        disk.cutPowerAt(disk.operations() + after, cut);
        await at.clock.advance(ms);
        disk.cutPowerAt(Number.POSITIVE_INFINITY, cut);
        await at.boot();
        await bootsWell(t, at, `cut ${n}`);
      }
      // A try that a cut interrupted is repeated at the next boot.
      for (let starts = 0; starts < 2; starts++) await at.boot(DAY_MS);
      await at.clock.advance(4 * DAY_MS);
      const { tries } = (await persistedIn(at.fixture().flash)).persisted.firmware;
      t.true(at.version() === '0.9.1' || tries[0]?.count === FIRMWARE_TRIES_MAX);
    }),
    { seed: 6, numRuns: 40 },
  );
});
