// Tests of recording a touch screen during calibration: touches are in the recording, which replays without a panel.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { startDevice } from '../../../simulation/device/assemble-device.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import { lineOf } from '../../../simulation/recordings/recording.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';

test('[recording] replays a touch screen that is calibrated and used', async (t) => {
  const clock = createVirtualClock();
  const turns: string[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => void turns.push(lineOf(turn)) });
  const proxy = recorder.device('device');
  const device = startDevice({
    clock,
    random: createSeededRandom(1),
    flash: createMemoryFlash(),
    proxy,
    touchscreen: true,
  });
  const panel = assertDefined(device.keys.touchscreen, 'touch screen');
  panel.place([480, 0, 0, 0, 320, 0]);
  await clock.advance(3000);
  const shows = (text: string): boolean => device.screen.picture().lines.some((line) => line.includes(text));
  const press = async (...keys: readonly ('up' | 'down' | 'ok')[]): Promise<void> => {
    for (const key of keys) {
      device.keys.tap(key);
      await clock.advance(1);
    }
  };
  const touch = async (x: number, y: number): Promise<void> => {
    await clock.advance(500);
    panel.contact(1 - x / 480, y / 320);
    await clock.advance(1);
  };
  await press('up', 'up', 'ok'); // Settings
  for (let moves = 0; moves < 12 && !shows('> Touch calibration'); moves++) await press('down');
  await press('ok');
  for (const [x, y] of [
    [48, 72],
    [432, 72],
    [240, 272],
    [408, 216],
  ] as const)
    await touch(x, y);
  t.true(shows('on the cross'));
  await press('ok');
  t.true(shows('Touch calibration saved'));
  await touch(10, 20);
  t.like(device.device.states(), { navigation: 'menu', touchscreen: 'there.idle' });
  await proxy.end();
  await device.stop();

  const text = turns.join('');
  t.regex(text, /\["touchscreen place 1",\[480,0,0,0,320,0\]\]/);
  t.is(turns.filter((turn) => turn.includes('["touchscreen contact ')).length, 4);
  t.regex(text, /\["flash.write","touch-calibration"/);
  t.regex(text, /\["touch",10,20\]/);
  const replay = createReplay({ header: { tapin_recording: 2, version: '0.9.0', began: '', seed: 1 }, turns });
  t.is(valueOf(t, await replay.playTo(Infinity, true)), null);
});
