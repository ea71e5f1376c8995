// Tests of a framebuffer, on files laid out like the kernel's, and of a screen shown on it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { openFramebuffer } from '../../../hal/display/display-fb.ts';
import { followScreen } from '../../../hal/display/follow-screen.ts';
import { createMemoryScreen } from '../../../hal/screen/screen-memory.ts';
import type { DisplayItem } from '../../../hal/screen/screen.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

interface Fb {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly bits: number;
}

async function framebuffer(t: ExecutionContext, { width, height, stride, bits }: Fb) {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'fb0');
  writeFileSync(path, new Uint8Array(stride * height));
  mkdirSync(join(folder, 'sys'));
  const attributes = {
    virtual_size: `${width},${height}`,
    stride,
    bits_per_pixel: bits,
    name: 'fb_ili9486',
    blank: '',
  };
  for (const [name, value] of Object.entries(attributes)) writeFileSync(join(folder, 'sys', name), `${value}\n`);
  const taken: string[] = [];
  const takeConsole = () => (taken.push('taken'), () => void taken.push('released'));
  const display = openFramebuffer({ path, folder: join(folder, 'sys'), takeConsole });
  return {
    display,
    taken,
    bytes: () => readFileSync(path),
    blank: () => readFileSync(join(folder, 'sys', 'blank'), 'utf8'),
  };
}

const rect = (x: number, y: number, w: number, h: number, fill: string): DisplayItem => ({
  kind: 'rect',
  x,
  y,
  w,
  h,
  fill,
});
const scene = (...list: readonly DisplayItem[]) => ({
  at: () => ({ list, lines: [] }),
  animates_until_ms: 0,
  changesAfter: () => Infinity,
});
/** Waits until the picture is drawn and written, which happens asynchronously. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('[screen] writes the screen in the depth and stride of the framebuffer', async (t) => {
  const fb = await framebuffer(t, { width: 480, height: 320, stride: 1024, bits: 16 });
  const display = valueOf(t, fb.display);
  t.is(display.name.endsWith('fb0 (fb_ili9486)'), true);
  const [clock] = [createVirtualClock()];
  const screen = createMemoryScreen(clock);
  screen.show(scene(rect(0, 0, 480, 320, '#ff0000'), rect(10, 20, 1, 1, '#00ff00')));
  const onLost = (reason: string) => t.fail(reason);
  const follower = followScreen({ screen, display, clock, rotation: 0, scale: 'whole', off_after_ms: null, onLost });
  await settled();
  t.is(fb.bytes().readUInt16LE(0), 0xf800);
  t.is(fb.bytes().readUInt16LE(20 * 1024 + 20), 0x7e0);
  t.is(fb.bytes().readUInt16LE(319 * 1024 + 958), 0xf800);
  t.is(fb.bytes().readUInt16LE(960), 0, 'no pixels between the rows');
  // Only changed pixels are written.
  writeFileSync(display.name.split(' ')[0] ?? '', new Uint8Array(1024 * 320));
  screen.show(scene(rect(0, 0, 480, 320, '#ff0000'), rect(10, 20, 1, 1, '#0000ff')));
  await settled();
  t.is(fb.bytes().readUInt16LE(20 * 1024 + 20), 0x1f);
  t.deepEqual([...fb.bytes()].filter((byte) => byte !== 0), [0x1f]); // oxfmt-ignore
  t.deepEqual(fb.taken, ['taken']);
  await follower.close();
  t.deepEqual(fb.taken, ['taken', 'released']);
});

test('[screen] lets an unchanged display rest, and wakes it on input and on a new picture', async (t) => {
  const fb = await framebuffer(t, { width: 480, height: 320, stride: 1920, bits: 32 });
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const onLost = (reason: string) => t.fail(reason);
  const options = { screen, display: valueOf(t, fb.display), clock, onLost, rotation: 0, scale: 'fit' } as const;
  const follower = followScreen({ ...options, off_after_ms: 60_000 });
  await settled();
  await clock.advance(59_999);
  t.is(fb.blank(), '\n', 'still lit');
  screen.show(scene());
  await clock.advance(1);
  t.is(fb.blank(), '4', 'an identical picture does not wake the display');
  t.true(follower.wake());
  t.is(fb.blank(), '0');
  t.false(follower.wake(), 'already awake');
  await clock.advance(60_000);
  t.is(fb.blank(), '4');
  screen.show(scene(rect(0, 0, 5, 5, '#ffffff')));
  await settled();
  t.is(fb.blank(), '0');
  t.is(fb.bytes().readUInt32LE(0), 0xffffff);
  await follower.close();
  await clock.advance(600_000);
  t.is(fb.blank(), '0', 'released display not touched');
});

test('[screen] says why a framebuffer can not be used', async (t) => {
  const depth = await framebuffer(t, { width: 2, height: 2, stride: 6, bits: 24 });
  failsWith(t, depth.display, 'display_unusable', /fb0 has 24 bits per pixel; only 16 and 32 are supported\.$/);
  const takeConsole = () => () => {};
  const none = openFramebuffer({ path: '/nothing/fb7', folder: '/nothing', takeConsole });
  failsWith(t, none, 'display_unusable', /^\/nothing\/fb7 can't be used as a display: ENOENT/);
});

test('[screen] closes a lost display and calls onLost once', async (t) => {
  const fb = await framebuffer(t, { width: 480, height: 320, stride: 1920, bits: 32 });
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const lost: string[] = [];
  let broken = false;
  const display = {
    ...valueOf(t, fb.display),
    async show() {
      if (broken) throw new Error('ENODEV: write failed');
    },
  };
  const onLost = (reason: string) => void lost.push(reason);
  const follower = followScreen({ screen, display, clock, rotation: 0, scale: 'fit', off_after_ms: 1000, onLost });
  await settled();
  broken = true;
  screen.show(scene(rect(0, 0, 5, 5, '#ffffff')));
  screen.show(scene(rect(0, 0, 6, 6, '#ffffff')));
  await settled();
  screen.show(scene(rect(0, 0, 7, 7, '#ffffff')));
  await clock.advance(5000);
  t.deepEqual(lost, ['ENODEV: write failed']);
  t.deepEqual(fb.taken, ['taken', 'released']);
  await follower.close();
  t.deepEqual(fb.taken, ['taken', 'released']);
});
