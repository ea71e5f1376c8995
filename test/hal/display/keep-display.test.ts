// Tests of a display that appears late, disappears and reappears.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Display } from '../../../hal/display/display.ts';
import { keepDisplay } from '../../../hal/display/keep-display.ts';
import { createMemoryScreen } from '../../../hal/screen/screen-memory.ts';
import type { Affine } from '../../../wire/affine.ts';
import { fail, ok } from '../../../wire/errors.ts';

/** Waits until the picture is drawn and shown, which happens asynchronously. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const scene = (fill: string) => ({
  at: () => ({ list: [{ kind: 'rect', x: 0, y: 0, w: 9, h: 9, fill } as const], lines: [] }),
  animates_until_ms: 0,
  changesAfter: () => Infinity,
});

test('[screen] opens a display when it appears, reopens it after a loss, closes it once', async (t) => {
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const lines: string[] = [];
  const placements: (Affine | null)[] = [];
  let [there, broken, closed, shown, listening] = [false, false, 0, 0, true];
  let notify = (): void => {};
  const display: Display = {
    name: 'HDMI-A-1 of card1',
    width: 800,
    height: 480,
    format: 'XRGB8888',
    async show() {
      if (broken) throw new Error('ENODEV: ioctl failed');
      shown++;
    },
    setPower() {},
    close: () => void closed++,
  };
  const kept = keepDisplay({
    screen,
    clock,
    log: { write: (level, _area, text) => void lines.push(`${level} ${text}`) },
    rotation: 0,
    scale: 'whole',
    off_after_ms: null,
    light: () => {},
    open: () => (there ? ok(display) : fail('display_unusable', 'There is no display.')),
    onPlaced: (glass_to_screen) => void placements.push(glass_to_screen),
    onNews: (listener) => ((notify = listener), () => void (listening = false)),
  });
  notify();
  t.deepEqual(placements, []);
  there = true;
  notify();
  await settled();
  // 800 × 480, with borders of 160 and 80 px.
  t.deepEqual(placements, [[800, 0, -160, 0, 480, -80]]);
  t.is(shown, 1);
  broken = true;
  screen.show(scene('#ff0000'));
  await settled();
  t.is(closed, 1);
  t.is(placements[1], null);
  broken = false;
  notify();
  await settled();
  t.is(shown, 2);
  t.deepEqual(placements[2], placements[0]);
  // The display is lost while it is being closed.
  broken = true;
  screen.show(scene('#00ff00'));
  await kept.close();
  await settled();
  t.is(closed, 2);
  t.false(listening);
  const on = 'info The screen is on HDMI-A-1 of card1, 800 × 480.';
  t.deepEqual(lines, [
    'warn There is no display. Retries when a device appears.',
    on,
    'warn Lost the display HDMI-A-1 of card1: ENODEV: ioctl failed. Retries when a device appears.',
    on,
  ]);
});

/** Returns a display that is idle after 5 s and fails to switch as given, and a record of it. */
async function withFailing(failing: boolean) {
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const seen = { shown: 0, lines: [] as string[], lights: [] as boolean[] };
  const display: Display = {
    name: 'fb0',
    width: 480,
    height: 320,
    format: 'XRGB8888',
    show: async () => void seen.shown++,
    setPower(on) {
      if (on === failing) throw new Error('EACCES: permission denied');
    },
    close() {},
  };
  const kept = keepDisplay({
    screen,
    clock,
    log: { write: (level, _area, text) => void seen.lines.push(`${level} ${text}`) },
    rotation: 0,
    scale: 'fit',
    off_after_ms: 5000,
    light: (on) => void seen.lights.push(on),
    open: () => ok(display),
    onNews: () => () => {},
  });
  screen.show(scene('#00ff00'));
  await settled();
  await clock.advance(6000);
  return { clock, screen, kept, seen };
}

test('[screen] a display that fails to turn off stays in use, and its light comes back', async (t) => {
  const { clock, screen, kept, seen } = await withFailing(false);
  t.is(seen.lights.at(-1), false);
  t.true(kept.wake());
  t.is(seen.lights.at(-1), true);
  const before = seen.shown;
  screen.show(scene('#ff0000'));
  await settled();
  await clock.advance(100);
  await settled();
  t.is(seen.shown, before + 1);
  t.deepEqual(seen.lines.slice(1), ["warn The display fb0 can't be turned off: EACCES: permission denied."]);
  await kept.close();
});

test('[screen] a display that fails to turn on is lost', async (t) => {
  const { kept, seen } = await withFailing(true);
  t.is(seen.lights.at(-1), false);
  t.true(kept.wake());
  t.deepEqual(seen.lines.slice(1), [
    'warn Lost the display fb0: EACCES: permission denied. Retries when a device appears.',
  ]);
  await kept.close();
});
