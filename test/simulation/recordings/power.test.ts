// Tests that the recording of a device includes the panel's power switch, so that it replays identically.

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

for (const action of ['off', 'cut', 'reset'] as const)
  test(`[recording] replays a device whose power was switched (${action})`, async (t) => {
    const clock = createVirtualClock();
    const turns: string[] = [];
    const recorder = createRecorder({ ...clock, write: (turn) => void turns.push(lineOf(turn)) });
    const proxy = recorder.device('device');
    const device = startDevice({
      clock,
      random: createSeededRandom(1),
      flash: createMemoryFlash(),
      proxy,
      board_problem: 'The board file is not used.',
    });
    const { turn, isOn } = assertDefined(device.power, 'switch');
    /** Advances the clock until the switch is done. */
    const switched = async (what: typeof action | 'on'): Promise<void> => {
      const done = turn(what);
      await clock.advance(100);
      await done;
    };
    await clock.advance(3000);
    for (const key of ['up', 'up', 'ok', 'right'] as const) device.keys.tap(key); // Settings, faster green
    await switched(action);
    t.is(isOn(), action === 'reset');
    await switched('on');
    await clock.advance(3000);
    t.like(device.device.states(), { navigation: 'menu', sensor: 'ready' });
    await proxy.end();
    await device.stop();
    const replay = createReplay({ header: { tapin_recording: 2, version: '0.9.0', began: '', seed: 1 }, turns });
    t.is(valueOf(t, await replay.playTo(2000, true)), null);
    t.is(replay.devices().get('device')?.device.setUp().board_problem, 'The board file is not used.');
    t.is(valueOf(t, await replay.playTo(Infinity, true)), null);
  });
