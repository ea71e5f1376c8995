// From the download to the slot: writes exactly the verified bytes, or nothing.

import test from 'ava';
import { createActor, toPromise } from 'xstate';
import { pieceRecord } from '../../../firmware/images/download.ts';
import { writeFrom } from '../../../firmware/images/images.actors.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createFlashImageSlots } from '../../../hal/images/image-slots-flash.ts';
import { createVirtualImages } from '../../../hal/images/images-virtual.ts';
import { imageOf, NEW, signed } from '../../support/device/firmware-fixture.ts';
import { errorOf, valueOf } from '../../support/results.ts';

const GOOD = signed();
const OFFER = { ...GOOD.release, url: '/releases/x' };

async function written(bytes: Uint8Array) {
  const flash = createMemoryFlash();
  const images = createVirtualImages({
    clock: createVirtualClock(),
    flash,
    factory: { hw: 'virtual', version: '0.9.0', seq: 1 },
    restart: () => {},
  });
  await images.running();
  await flash.write(pieceRecord(0), bytes);
  const result = await toPromise(createActor(writeFrom({ flash, images }), { input: OFFER }).start());
  return { result, held: await createFlashImageSlots(flash).inspect('a') };
}

test('[C51] writes a verified image to the slot', async (t) => {
  const { result, held } = await written(GOOD.bytes);
  valueOf(t, result);
  t.deepEqual(held, NEW);
});

test('[C51] writes no slot with bytes that changed after verification', async (t) => {
  for (const bytes of [GOOD.bytes.with(500, 7), imageOf({ ...NEW, version: '0.9.2' }), GOOD.bytes.subarray(0, 900)]) {
    const { result, held } = await written(bytes);
    t.regex(errorOf(t, result).message, /it changed after its verification/);
    t.is(held, null);
  }
});
