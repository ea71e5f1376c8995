// Tests that a recording has the state machines of a device: each step with its event, and machines that start and end
// without one.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import type { RecordedLine, RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';

async function recorded() {
  const clock = createVirtualClock();
  const turns: RecordedBatch[] = [];
  const recorder = createRecorder({
    now_ms: () => clock.now_ms(),
    write: (turn) => void turns.push(turn),
    hold: () => clock.hold(),
  });
  const device = await deviceFixture({ clock, proxy: recorder.device('device') });
  const lines = (): readonly RecordedLine[] => turns.flatMap((turn) => turn.lines);
  return { ...device, lines, stepsOf: (machine: string) => lines().filter(([what, name]) => what === 'step' && name === machine) }; // oxfmt-ignore
}

test('[recording] records each step with its event, even into a transient state', async (t) => {
  const { press, strike, rig, clock, stepsOf } = await recorded();
  await press('ok', 'ok');
  rig?.strike({ club_speed_mps: 1.5, face_angle_deg: 0, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1, left_inner_proportion: 0.5, right_inner_proportion: 0.5 }); // oxfmt-ignore
  await clock.advance(1000);
  await press('ok');
  t.deepEqual(stepsOf('set'), [
    ['step', 'set', 'awaiting', 'sensor.strike', 'rolling', 'rolling'],
    ['step', 'set', 'rolling', 'key.ok', 'deciding', 'deciding'],
    ['step', 'set', 'deciding', 'always', 'awaiting', 'awaiting'],
  ]);
  await strike({ club_speed_mps: 1 });
  t.deepEqual(stepsOf('set').slice(3), [['step', 'set', 'awaiting', 'sensor.strike', 'rolling', 'rolling']]);
});

test('[recording] derives the states of all machines from the recording', async (t) => {
  const { press, strike, device, lines } = await recorded();
  const states = (): Readonly<Record<string, unknown>> => {
    const known: Record<string, unknown> = {};
    for (const [what, first, , , , state] of lines()) {
      if (what === 'states') Object.assign(known, first);
      if (what === 'step') known[String(first)] = state;
    }
    return Object.fromEntries(Object.entries(known).filter(([, state]) => state !== null));
  };
  t.deepEqual(states(), device.states());
  await press('ok', 'ok');
  await strike({ club_speed_mps: 1 });
  t.deepEqual(states(), device.states());
  await press('back');
  t.deepEqual(states(), device.states());
  t.false('set' in states(), 'an ended machine has no state');
});
