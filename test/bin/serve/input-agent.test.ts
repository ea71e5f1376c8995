// Input agent (`tapin operate`): effects of its input lines.

import { lstatSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createBoardSocket, type BoardSocket } from '../../../bin/serve/board-socket.ts';
import { KEY_NUMBERS, operate } from '../../../bin/serve/input-agent.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { InputEventOut } from '../../../sims/inputs/uinput.ts';
import { ok } from '../../../wire/errors.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

function hands() {
  const done: unknown[] = [];
  const keyboard = { send: (...events: readonly InputEventOut[]) => void done.push(...events) };
  const board: BoardSocket = {
    plug: async () => ok(void done.push('plug')),
    unplug: async () => ok(void done.push('unplug')),
    setFault: (fault) => ok(void done.push(fault)),
    stroke: ({ club_speed_mps, face_angle_deg }) => ok(void done.push([club_speed_mps, face_angle_deg])),
  };
  return { done, keyboard, board };
}

test('[operate] uses the key codes of linux/input-event-codes.h: arrows, Enter and Esc', async (t) => {
  t.deepEqual(KEY_NUMBERS, [103, 108, 105, 106, 28, 1]);
  const { done, keyboard, board } = hands();
  for (const line of ['{"key":"down"}', '{"key":"ok","action":"press"}', '{"key":"ok","action":"release"}'])
    valueOf(t, await operate({ keyboard, board }, line));
  t.deepEqual(done, [
    [1, 108, 1],
    [1, 108, 0],
    [1, 28, 1],
    [1, 28, 0],
  ]);
});

test('[operate] passes cable, fault and stroke lines to the board', async (t) => {
  const { done, keyboard, board } = hands();
  for (const line of ['{"plugged":false}', '{"plugged":true}', '{"fault":"stuck"}', '{"club_speed_mps":1.5}'])
    valueOf(t, await operate({ keyboard, board }, line));
  t.deepEqual(done, ['unplug', 'plug', 'stuck', [1.5, 0]]);
});

test('[operate] refuses an invalid line with a one-line error and does nothing', async (t) => {
  const { done, keyboard, board } = hands();
  for (const [line, expected] of [
    ['', /^Not a JSON object/],
    ['[1]', /^Not a JSON object/],
    ['{"key":"enter"}', /^A key must be one of up, down, left, right, ok, back\.$/],
    ['{"key":"ok","action":"hold"}', /^An action must be one of tap, press, release\.$/],
    ['{"club_speed_mps":99}', /club_speed_mps/],
  ] as const)
    failsWith(t, await operate({ keyboard, board }, line), 'bad_value', expected);
  failsWith(t, await operate({ keyboard, board: null }, '{"club_speed_mps":1}'), 'bad_value', /No board/);
  t.deepEqual(done, []);
});

test('[operate] a plugged board is a link to a pty, and strokes fail without one', async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const random = createSeededRandom(1);
  const board = createBoardSocket({ path, clock: createSystemClock(), random, boots_before: 0 });
  t.teardown(() => board.unplug());
  const stroke = {
    club_speed_mps: 1,
    face_angle_deg: 0,
    face_rotation_deg_per_in: 0,
    attack_angle_deg: 0,
    left_inner_proportion: 0.5,
    right_inner_proportion: 0.5,
  };
  failsWith(t, board.stroke(stroke), 'sensor_unplugged', /unplugged/);
  for (let time = 0; time < 2; time++) {
    valueOf(t, await board.plug());
    t.true(lstatSync(path).isSymbolicLink() && existsSync(path));
    valueOf(t, board.stroke(stroke));
    valueOf(t, await board.unplug());
    t.false(existsSync(path));
  }
  valueOf(t, await board.plug());
  failsWith(t, board.setFault('sulking'), 'fault_unsupported', /sulking|fault/);
});
