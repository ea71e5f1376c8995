// A simulated device with its own flash, sensor, link and inaccurate clock. It can be switched off and on, and lose
// power in the middle of a write.

import type { CreateBoard } from '../../sims/sensor-board/board-on-port.ts';
import { createMemoryFlash, type MemoryFlash } from '../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../hal/flash/medium.ts';
import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { HttpLink } from '../../hal/http/http-virtual.ts';
import type { Key } from '../../hal/keys/keys.ts';
import type { Tcp } from '../../hal/tcp/tcp.ts';
import type { Random } from '../../hal/random/random.ts';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { startDevice, type AssembledDevice, type DeviceDeps } from '../device/assemble-device.ts';
import type { Recorder } from '../recordings/recorder.ts';
import type { RecorderProxy } from '../recordings/recorder-proxy.ts';
import { observedHttp, watchDevice } from './observe-device.ts';
import type { Checks } from './observations.ts';
import { stoppableClock, type StoppableClock } from './stoppable-clock.ts';
import { ORIGIN } from './sim-relay.ts';
import type { Trace } from './trace.ts';

export interface SimDevice {
  readonly id: string;
  readonly name: string;
  readonly link: HttpLink;
  /** null while the device is off. */
  parts(): AssembledDevice | null;
  lines(): readonly string[];
  press(key: Key): void;
  /** Presses Down until the row that starts with `label` has the focus, then OK. Returns false if there is none. */
  choose(label: string): boolean;
  setSkew(skew_s: number): void;
  /**
   * Cuts the power in the middle of a disk operation, after `operations` more; the device sends nothing from then on.
   */
  cut(operations: number, cut: PowerCut): void;
  /** Whether the power has been cut. */
  isCut(): boolean;
  off(): void;
  on(): void;
}

export interface SimDeviceDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly link: HttpLink;
  readonly tcp: Tcp;
  readonly identity: DeviceIdentity;
  readonly players: readonly string[];
  /** Setting *Slope* of the course games. */
  readonly slope: number;
  /** Creates the sensor board; null for the model. */
  readonly createBoard: CreateBoard | null;
  readonly checks: Required<Checks>;
  readonly trace: Trace;
  /** Optional recorder of the device. */
  readonly recorder?: Recorder | undefined;
  /** Optional inspector of its machines. */
  readonly inspect?: DeviceDeps['inspect'];
}

/** Creates a provisioned device that is switched off. */
export async function createSimDevice(deps: SimDeviceDeps): Promise<SimDevice> {
  const { clock, random, link, tcp, identity, players, slope, checks, trace, recorder, inspect } = deps;
  const name = players[0] ?? identity.id;
  let flash = await provisioned(identity, players, slope);
  let running: {
    readonly device: AssembledDevice;
    readonly clock: StoppableClock;
    readonly proxy?: RecorderProxy;
  } | null = null;
  let skew_s = 0;
  let boots = 0;
  let cut_after = Number.POSITIVE_INFINITY;
  let planned: PowerCut | null = null;
  const isCut = (): boolean => flash.disk.operations() > cut_after;

  const on = (): void => {
    if (running) return;
    cut_after = Number.POSITIVE_INFINITY;
    flash.disk.powerOn();
    flash = createMemoryFlash(flash.disk);
    const stoppable = stoppableClock(clock, () => skew_s);
    const boot = ++boots;
    const observer = { clock: stoppable.clock, checks, trace, device: identity.id, name, boot, isCut };
    const http = observedHttp(link, observer);
    const fork = random.fork(`boot ${boot}`);
    checks.booted(identity.id, clock.now_ms());
    trace.event(name, 'boots');
    const recorded = recorder ? { proxy: recorder.device(name) } : {};
    const { createBoard } = deps;
    const watched = { createBoard, ...recorded, ...(inspect ? { inspect } : {}) };
    const device = startDevice({ clock: stoppable.clock, random: fork, flash, http, tcp, cloud: ORIGIN, ...watched });
    watchDevice(device, observer);
    running = { device, clock: stoppable, ...recorded };
  };
  const off = (): void => {
    if (!running) return;
    // Apply a planned cut now if no write has triggered it.
    if (planned && !isCut()) flash.disk.cutPower(planned);
    planned = null;
    trace.event(name, 'is off');
    checks.poweredOff(identity.id, clock.now_ms());
    void running.proxy?.end();
    running.clock.stop();
    void running.device.stop();
    running = null;
  };
  const lines = (): readonly string[] => running?.device.screen.picture().lines ?? [];
  const press = (key: Key): void => {
    trace.event(name, `key ${key}`);
    checks.pressed(identity.id, clock.now_ms());
    running?.device.keys.tap(key);
  };
  return {
    id: identity.id,
    name,
    link,
    parts: () => running?.device ?? null,
    lines,
    press,
    choose: (label) => chooseRow(label, lines, press),
    setSkew: (next) => void (skew_s = next),
    cut(operations, cut) {
      if (!running) return;
      planned = cut;
      cut_after = flash.disk.operations() + operations;
      flash.disk.cutPowerAt(cut_after, cut);
    },
    isCut,
    off,
    on,
  };
}

const ROWS_MAX = 24;

function chooseRow(label: string, lines: () => readonly string[], press: (key: Key) => void): boolean {
  for (let moves = 0; moves < ROWS_MAX; moves++) {
    if (lines().some((line) => line.startsWith(`> ${label}`))) {
      press('ok');
      return true;
    }
    press('down');
  }
  return false;
}

async function provisioned(identity: DeviceIdentity, players: readonly string[], slope: number): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const entries = players.map((name, i) => ({ id: i + 1, name, handicap: 9 + i, impact_ratio: 1.6 }));
  await flash.write('identity', Buffer.from(JSON.stringify(identity)));
  await flash.write('players', Buffer.from(JSON.stringify({ next_id: players.length + 1, players: entries })));
  await flash.write('cfg', Buffer.from(JSON.stringify({ course: { holes: 4, csMin: 4, csMax: 15, slope } })));
  return flash;
}
