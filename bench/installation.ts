// A firmware update whose power goes at every operation of the storage: how many cuts, how many starts afterwards, how many of them bad.

import { PIECE_BYTES } from '../firmware/images/download.ts';
import type { PowerCut } from '../hal/flash/medium.ts';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import { createFlashImageSlots } from '../hal/images/image-slots-flash.ts';
import {
  firmwareFixture,
  imageOf,
  NEW,
  signed,
  type FirmwareFixture,
} from '../test/support/device/firmware-fixture.ts';
import type { Figure, Size } from './figures.ts';

const CUT: PowerCut = { torn: 0.5, folder: 'last' };
const UPDATE_MS = 15_000;
/** A cut at each operation, or at some. */
const EVERY = { whole: 1, tiny: 100 } as const;
const RELEASE = signed(NEW, { bytes: imageOf(NEW, PIECE_BYTES + 10) });

async function update(cut_at: number): Promise<FirmwareFixture> {
  const at = await firmwareFixture({ boot_ms: 0, flash: createMemoryFlash() });
  at.offer(RELEASE);
  at.fixture().flash.disk.cutPowerAt(cut_at, CUT);
  await at.clock.advance(UPDATE_MS);
  return at;
}

/** Whether what has started is one of the two images, and whole. */
async function isGood(at: FirmwareFixture): Promise<boolean> {
  if (at.version() === '0.9.0') return true;
  const slots = createFlashImageSlots(at.fixture().flash);
  const images = [await slots.inspect('a'), await slots.inspect('b')];
  return at.version() === '0.9.1' && images.some((image) => image?.version === '0.9.1');
}

export async function benchInstallation(size: Size): Promise<readonly Figure[]> {
  const operations = (await update(Number.POSITIVE_INFINITY)).fixture().flash.disk.operations();
  let [cuts, starts, bad, updated] = [0, 0, 0, 0];
  for (let operation = 0; operation < operations; operation += EVERY[size]) {
    cuts++;
    const at = await update(operation);
    for (let again = 0; again < 2; again++) {
      await at.boot();
      starts++;
      if (!(await isGood(at))) bad++;
    }
    await at.clock.advance(UPDATE_MS);
    if (at.version() === '0.9.1') updated++;
  }
  return [
    {
      what: 'firmware update: power cuts, one at each operation of the storage',
      value: `${cuts}`,
      beside: 'aim: every write',
    },
    { what: 'firmware update: starts after them that were bad', value: `${bad}`, beside: `of ${starts}; aim: 0` },
    {
      what: 'firmware update: devices that had the new firmware in the end',
      value: `${updated}`,
      beside: `of ${cuts}`,
    },
  ];
}
