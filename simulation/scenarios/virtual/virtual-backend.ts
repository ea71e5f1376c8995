// Scenario backend in this process, in virtual time: an hour of play takes seconds.

import { FIRMWARE_VERSION } from '../../../firmware/version.ts';
import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Log } from '../../../hal/log/log.ts';
import { fail, ok, assertDefined } from '../../../wire/errors.ts';
import { oneLine } from '../../../wire/visible.ts';
import type { ExtensionFile } from '../../extension-script/checked-extension.ts';
import type { RecordedBatch } from '../../recordings/recorder-proxy.ts';
import { lineOf, packRecording } from '../../recordings/recording.ts';
import { CAPABILITIES, type Backend } from '../backend.ts';
import type { Scenario } from '../scenario.ts';
import type { VirtualDevice } from './virtual-device.ts';
import { openVirtualWorld, type WorldOptions } from './virtual-world.ts';

const SETTLE_MS = 20;
/** Time until a device shows its menu. */
const BOOT_MS = 3000;

export interface VirtualBackendOptions extends Pick<WorldOptions, 'inspect' | 'read' | 'isolates'> {
  /** Extension of the first device, already checked. */
  readonly extension?: ExtensionFile;
  /** Receives each recorded batch. */
  readonly onTurn?: (turn: RecordedBatch) => void;
}

/** Backend with its clock and devices, for a front panel. */
export interface VirtualBackend extends Backend {
  readonly clock: VirtualClock;
  readonly devices: ReadonlyMap<string, VirtualDevice>;
}

/** Opens a backend with all devices switched on and at their menus. */
export async function openVirtualBackend(
  scenario: Scenario,
  { extension, onTurn, ...options }: VirtualBackendOptions = {},
): Promise<VirtualBackend> {
  const lines: string[] = [];
  const turns: string[] = [];
  const world = await openVirtualWorld(scenario, {
    logOf: (name, clock) => logInto(lines, name, clock),
    write(turn) {
      turns.push(lineOf(turn));
      onTurn?.(turn);
    },
    ...options,
  });
  const { clock, devices, cloud, servers } = world;
  await clock.advance(BOOT_MS);
  const [first] = devices.values();
  if (extension) await first?.running()?.device.install(extension.entry, extension.bytes);
  const start_ms = clock.now_ms();
  return {
    clock,
    devices,
    name: 'virtual',
    can: new Set(CAPABILITIES),
    settle_ms: SETTLE_MS,
    target: (name) => assertDefined(devices.get(name), `device ${name}`),
    pass: (ms) => clock.advance(ms),
    now_ms: () => clock.now_ms() - start_ms,
    cloud: async (action) =>
      cloud ? ok(cloud.order(action)) : fail('bad_value', 'This scenario has no cloud; add cloud: true.'),
    servers,
    log: () => lines,
    recorded: () => ({ at_ms: clock.now_ms(), batches: turns.length }),
    recording: async () => packRecording({ version: FIRMWARE_VERSION, began: '', seed: scenario.seed }, turns),
    close: world.close,
  };
}

const logInto = (lines: string[], name: string, clock: VirtualClock): Log => ({
  write: (level, area, text) =>
    void lines.push(oneLine(`${(clock.now_ms() / 1000).toFixed(3)} ${name} ${level} ${area}: ${text}`)),
});
