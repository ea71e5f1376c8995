// The picture on the display before the device has started.

import test from 'ava';
import { NO_SPLASH, showSplash } from '../../../bin/board/splash.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Display } from '../../../hal/display/display.ts';
import type { NativeFrame } from '../../../hal/display/pixels.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { startDevice } from '../../../simulation/device/assemble-device.ts';
import { fail, ok } from '../../../wire/errors.ts';
import { importsOf, readSource, targetOf, targetPathOf } from '../../support/repository/sources.ts';

const UPRIGHT = { rotation: 0, scale: 'whole' } as const;

/** A 480 × 320 display, the size of the screen; `broken` makes every write fail. */
function displayOf({ broken = false } = {}) {
  const frames: Uint8Array[] = [];
  const closed: string[] = [];
  const display: Display = {
    name: 'a display',
    width: 480,
    height: 320,
    format: 'XRGB8888',
    async show({ bytes }: NativeFrame) {
      if (broken) throw new Error('ENODEV: ioctl failed');
      frames.push(Uint8Array.from(bytes));
    },
    setPower() {},
    close: () => void closed.push('closed'),
  };
  return { display, frames, closed };
}

/** Red, green and blue of each pixel, given their byte offsets; a display stores blue first. */
const colorsOf = (bytes: Uint8Array, [red, green, blue]: readonly [number, number, number]): readonly number[] =>
  Array.from({ length: (bytes.length / 4) * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3) * 4;
    return bytes[pixel + ([red, green, blue][at % 3] ?? 0)] ?? -1;
  });

test('[screen] the splash matches the first picture of the device, pixel by pixel', async (t) => {
  const { display, frames } = displayOf();
  await showSplash(ok(display), UPRIGHT);
  const clock = createVirtualClock();
  const device = startDevice({ clock, random: createSeededRandom(1), flash: createMemoryFlash() });
  t.is(device.screen.picture().lines[0], 'tapin is starting');
  const [frame = new Uint8Array()] = frames;
  const observed = colorsOf(frame, [2, 1, 0]);
  t.true(new Set(observed).size > 50, 'it shows text');
  t.deepEqual(Buffer.from(observed), Buffer.from(colorsOf(device.screen.pixels(), [0, 1, 2])));
  await device.stop();
});

test('[screen] hands the splash display over once, and closes it if it is not taken', async (t) => {
  const [taken, left] = [displayOf(), displayOf()];
  const splash = await showSplash(ok(taken.display), UPRIGHT);
  t.is(splash.take(), taken.display);
  t.is(splash.take(), null);
  splash.close();
  t.deepEqual(taken.closed, []);
  (await showSplash(ok(left.display), UPRIGHT)).close();
  t.deepEqual(left.closed, ['closed']);
});

test('[screen] shows no splash on a missing or broken display, and the start continues', async (t) => {
  t.is(await showSplash(fail('display_unusable', 'There is no display.'), UPRIGHT), NO_SPLASH);
  const { display, closed } = displayOf({ broken: true });
  t.is(await showSplash(ok(display), UPRIGHT), NO_SPLASH);
  t.deepEqual(closed, ['closed']);
});

/** Returns every module that these files import statically, directly or not. */
function loadedWith(paths: readonly string[], seen: Set<string>): ReadonlySet<string> {
  for (const path of paths) {
    const source = readSource(path);
    for (const { from, type_only } of importsOf(source)) {
      if (type_only || source.text.includes(`import('${from}')`)) continue;
      const is_ours = /^[.#]/.test(from);
      const file = is_ours ? targetPathOf(source, from) : targetOf(source, from);
      if (seen.has(file)) continue;
      seen.add(file);
      if (is_ours) loadedWith([file], seen);
    }
  }
  return seen;
}

test('[screen] loads no state machine, panel or serial port before the splash', (t) => {
  const loaded = loadedWith(
    [
      'bin/tapin-device.ts',
      'bin/board/board-file.ts',
      'bin/release/booted-image.ts',
      'bin/release/boot-device.ts',
      'bin/board/linux-board.ts',
      'hal/display/open-display.ts',
      'hal/display/painter.ts',
      'firmware/pages/settings/boot-page.ts',
    ],
    new Set(),
  );
  for (const expected of ['koffi', 'yaml', 'hal/screen/canvas-node.ts', 'bin/board/splash.ts', 'firmware/ui/page.ts'])
    t.true(loaded.has(expected), expected);
  for (const late of [
    'xstate',
    'fastify',
    'undici',
    'ws',
    'serialport',
    'wasmoon',
    'tar',
    'esbuild',
    'bin/serve/device.ts',
  ])
    t.false(loaded.has(late), late);
});
