// Replays a recording: its devices run in virtual time, with the recording as their only environment.

import * as v from 'valibot';
import { createAlarmHeap, type AlarmHeap } from '../../hal/clock/alarm-heap.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { createVirtualWebPage } from '../../hal/web-page/web-page-virtual.ts';
import { createVirtualWifi } from '../../hal/wifi/wifi-virtual.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { startDevice, type AssembledDevice } from '../device/assemble-device.ts';
import { createPlayer, UnplayableTurn, type Divergence } from './player.ts';
import { readTurn, type Recording } from './recording.ts';
import type { RecordedBatch } from './recorder-proxy.ts';
import { fromJson } from './values.ts';

export interface Replay {
  /**
   * Plays to this time, to this number of batches in all, or to the end. Errors: `bad_value` for an unreadable line.
   * @returns The first divergence; null if none.
   */
  playTo(at_ms: number, compare: boolean, batches_max?: number): Promise<Result<Divergence | null>>;
  /** Forgets the divergence found, so that `playTo` continues to the next one. */
  forget(): void;
  /** Returns the devices that are switched on, by name. */
  devices(): ReadonlyMap<string, AssembledDevice>;
  now_ms(): number;
  /** Returns the number of batches played. */
  played(): number;
}

/** Creates a replay. `late_ms_max`: maximum delay of an alarm in the recording. Default: 5 s. */
export function createReplay({ turns }: Recording, { late_ms_max }: { readonly late_ms_max?: number } = {}): Replay {
  const player = createPlayer(late_ms_max);
  const devices = new Map<string, AssembledDevice>();
  let at_ms = 0;
  let next = 0;
  const alarms = createAlarmHeap();
  const clock = showClock(alarms, () => at_ms);
  /** Advances the display, which also changes just because time passes: an LED flash ends, a ball rolls. */
  const goOnTo = (to_ms: number): void => {
    for (let alarm = alarms.take(to_ms); alarm; alarm = alarms.take(to_ms)) {
      at_ms = Math.max(at_ms, alarm.due_ms);
      alarm.fire();
    }
    at_ms = Math.max(at_ms, to_ms);
  };
  const switchOn = ({ device, entered }: RecordedBatch): void => {
    const setup = v.safeParse(setupShape, fromJson(entered[1]));
    if (!setup.success) throw new UnplayableTurn(`${device} is switched on without its environment`);
    const { cloud, store, firmware_keys, path, wifi, touchscreen = false, web_page, board_problem = '' } = setup.output;
    const proxy = player.device(device);
    proxy.await('off', () => switchOff(device));
    const deps = {
      clock,
      firmware_keys,
      proxy,
      touchscreen,
      board_problem,
      random: createSeededRandom(0),
      flash: createMemoryFlash(),
      sensor_port: noPort(path),
      ...(cloud === null ? {} : { cloud }),
      ...(store === null ? {} : { store }),
      ...(wifi ? { wifi: createVirtualWifi({ clock }) } : {}),
      ...(web_page ? { web_page: createVirtualWebPage() } : {}),
    };
    devices.set(device, startDevice(deps));
  };
  const switchOff = (device: string): void => {
    player.end(device);
    void devices.get(device)?.stop();
    devices.delete(device);
  };
  const playTurn = async (turn: RecordedBatch, compare: boolean): Promise<Divergence | null> => {
    goOnTo(turn.at_ms);
    next++;
    const [what] = turn.entered;
    if (what === 'start') switchOn(turn);
    return player.play(turn, compare);
  };
  return {
    async playTo(until_ms, compare, batches_max = Infinity) {
      for (;;) {
        const line = next < batches_max ? turns[next] : undefined;
        const turn = line === undefined ? null : readTurn(line);
        if (turn && !turn.ok) return fail('bad_value', `Line ${next + 2}: ${turn.error.message}`);
        if (!turn || turn.value.at_ms > until_ms) {
          if (until_ms < Infinity) goOnTo(until_ms);
          return ok(null);
        }
        const number = next + 2;
        const played = await attempt(() => playTurn(turn.value, compare));
        if (!played.ok) return fail('bad_value', `Line ${number}: ${played.error.message}`);
        if (played.value) return ok(played.value);
      }
    },
    forget: player.forget,
    devices: () => devices,
    now_ms: () => at_ms,
    played: () => next,
  };
}

/** Runs a step of the replay; an edited recording may throw anything. */
async function attempt<T>(play: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await play());
  } catch (thrown) {
    const reason = thrown instanceof UnplayableTurn ? thrown.message : 'it was edited or is damaged';
    return fail('bad_value', `This batch can't be played: ${reason}.`);
  }
}

/** Shape of `Setup` in recorded-device.ts. */
const setupShape = v.object({
  cloud: v.nullable(v.string()),
  store: v.nullable(v.string()),
  firmware_keys: v.array(v.object({ id: v.string(), bytes: v.instance(Uint8Array) })),
  wifi: v.optional(v.literal(true)),
  touchscreen: v.optional(v.literal(true)),
  web_page: v.optional(v.literal(true)),
  board_problem: v.optional(v.string()),
  path: v.string(),
});

/** Clock for display ports, whose alarms fire as the recording advances. The firmware uses the recorded clock. */
const showClock = (alarms: AlarmHeap, now_ms: () => number): Clock => ({
  now_ms,
  unix_s: () => 0,
  synced: () => false,
  setTimeout: (fire, delay_ms) => alarms.set(fire, now_ms() + Math.max(0, delay_ms || 0)),
  clearTimeout: (alarm) => alarms.clear(alarm),
});

const noPort = (path: string): SerialPort => ({
  path,
  open: async () => fail('serial_not_found', 'A recording is playing.'),
  onPlug: () => () => {},
});
