// Runs a device, guests and their cloud in this process: `tapin run`.

import { join } from 'node:path';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import type { AssembledDevice } from '../../simulation/device/assemble-device.ts';
import { nameNewDevice } from '../../simulation/device/name-device.ts';
import { ONLY_DEVICE, startLocalDevice } from './local-device.ts';
import { closeAndExit, openResources, openStorage, type ProcessResources } from '../process/resources.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import type { Recorder } from '../../simulation/recordings/recorder.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import { readFields } from '../../wire/json-fields.ts';
import { toPublicKey } from '../../wire/firmware/secret-key.ts';
import { openFirmwareKey } from '../cloud/firmware-key.ts';
import { openKeptRecorder } from '../recording/open-recorder.ts';
import type { TimelineOf } from '../../simulation/timeline/kept-timelines.ts';
import { ensureEnrolled, settleIdentity } from './identity.ts';
import { openCloud } from '../cloud/open-cloud.ts';
import { supportKey } from '../cloud/open-store.ts';
import { publishCheck } from '../cloud/publish-check.ts';
import { bootDevice } from '../release/boot-device.ts';
import type { DeviceOptions } from './device.ts';
import { publishExamples } from './bundled-examples.ts';
import { servePanel } from './panel.ts';
import { storeSimulatorAddresses } from './simulator-addresses.ts';

export interface RunOptions extends Omit<DeviceOptions, 'board' | 'board_problem'> {
  /** Board behind a virtual sensor. */
  readonly sensorBoard: BoardKind;
  /** Number of further devices, 0 to 3. */
  readonly guests: number;
  readonly relayPort: number;
}

const LOOPBACK = '127.0.0.1';

export async function serveRun(options: RunOptions): Promise<void> {
  if (options.cloud !== undefined) return bootDevice({ ...options, board: {}, board_problem: '' });
  const resources = openResources(options);
  const flash = await openDeviceStorage(resources, options.data);
  if (!flash.ok) return closeAndExit(resources, flash.error);
  const { clock, log } = resources;
  const data = join(options.data, 'cloud');
  const registry = join(data, 'devices.json');
  const cloud = await openRunCloud(clock, log, { data, devices: registry, port: options.relayPort });
  if (!cloud.ok) return closeAndExit(resources, cloud.error);
  resources.onClose(() => cloud.value.close());
  const { url } = cloud.value;
  const key = await openFirmwareKey(data, createSystemRandom(), log);
  if (!key.ok) return closeAndExit(resources, key.error);
  const firmware_keys = [toPublicKey(key.value)];
  const named = options.guests > 0 ? await nameNewDevice(flash.value, 'Host') : ok(undefined);
  if (!named.ok) return closeAndExit(resources, named.error);
  const stored = await storeSimulatorAddresses(flash.value, options);
  if (!stored.ok) return closeAndExit(resources, stored.error);
  const recording = openKeptRecorder(resources, options);
  if (!recording.ok) return closeAndExit(resources, recording.error);
  const { clock: device_clock, time, recorder, timelineOf } = recording.value;
  const { sensor, sensorBoard, keyboard } = options;
  const names = new Set<string>();
  const is_virtual = sensor === 'virtual';
  if (is_virtual) await time.setPaused(true);
  const first = await startSessionDevice(resources, {
    flash: flash.value,
    registry,
    cloud: url,
    sensor,
    sensorBoard,
    firmware_keys,
    recorder,
    clock: device_clock,
    timelineOf,
    names,
    index: 0,
    several: options.guests > 0,
    ...(keyboard === undefined ? {} : { keyboard }),
  });
  if (!first.ok) return closeAndExit(resources, first.error);
  const devices = [first.value];
  for (let index = 1; index <= options.guests; index++) {
    const guest = await startGuest(resources, join(options.data, `guest-${index}`), {
      sensorBoard,
      registry,
      cloud: url,
      firmware_keys,
      recorder,
      clock: device_clock,
      timelineOf,
      names,
      index,
      several: true,
    });
    if (!guest.ok) return closeAndExit(resources, guest.error);
    devices.push(guest.value);
  }
  // A real ball can't be paused.
  const about = { recording: recording.value.recording, ...(is_virtual ? { time, waits: true } : {}) };
  const { store } = cloud.value;
  const closing = new AbortController();
  resources.onClose(async () => closing.abort());
  if (store) onceRunning(first.value, () => void publishExamples(store, log, closing.signal));
  await servePanel(resources, { ...options, ...about }, devices, { relay: url });
}

/** Calls `then` once the device has booted: it should not wait for other work. */
function onceRunning({ device }: AssembledDevice, then: () => void): void {
  const stop = device.onChange(() => {
    if (device.states()['device'] !== 'running') return;
    stop();
    then();
  });
}

const openRunCloud = (
  clock: Clock,
  log: Log,
  place: { readonly data: string; readonly devices: string; readonly port: number },
): ReturnType<typeof openCloud> =>
  openCloud({
    clock,
    log,
    host: LOOPBACK,
    limited: true,
    port_option: '--relay-port',
    store: { check: publishCheck, support_key: supportKey(), issuer: null },
    ...place,
  });

/** Opens a storage and ensures that its device has an identity. */
async function openDeviceStorage(resources: ProcessResources, data: string): Promise<Result<SwitchedFlash>> {
  const flash = await openStorage(resources, data);
  const settled = flash.ok ? await settleIdentity(flash.value, { folder: data, log: resources.log }) : flash;
  return settled.ok ? flash : settled;
}

interface SessionDevice {
  readonly flash: SwitchedFlash;
  readonly registry: string;
  readonly cloud: string;
  readonly sensor: string;
  readonly sensorBoard: BoardKind;
  readonly firmware_keys: readonly PublicKey[];
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly timelineOf: TimelineOf;
  /** Device names already used in the recording. */
  readonly names: Set<string>;
  readonly keyboard?: string;
  readonly index: number;
  readonly several: boolean;
}

/** Enrols a device at the cloud and starts it. */
async function startSessionDevice(
  resources: ProcessResources,
  { flash, registry, index, several, names, timelineOf, ...options }: SessionDevice,
): Promise<Result<AssembledDevice>> {
  const random = index === 0 ? resources.random : resources.random.fork(`guest ${index}`);
  const enrolled = await ensureEnrolled(flash, registry, random.fork('identity'));
  if (!enrolled.ok) return enrolled;
  const called = several ? { called: unusedName((await storedName(flash)) || `Device ${index + 1}`, names) } : {};
  const device = startLocalDevice(resources, { flash, random, loopback_only: true, ...called, ...options });
  return ok({ ...device, timeline: timelineOf(called.called ?? ONLY_DEVICE) });
}

async function startGuest(
  resources: ProcessResources,
  data: string,
  guest: Omit<SessionDevice, 'flash' | 'sensor'>,
): Promise<Result<AssembledDevice>> {
  const flash = await openDeviceStorage(resources, data);
  if (!flash.ok) return flash;
  const named = await nameNewDevice(flash.value, `Guest ${guest.index}`);
  return named.ok ? startSessionDevice(resources, { ...guest, flash: flash.value, sensor: 'virtual' }) : named;
}

/** Returns a unique name for the recording, since devices may share a name: `Host`, `Host 2`. */
function unusedName(name: string, names: Set<string>): string {
  let unused = name;
  for (let number = 2; names.has(unused); number++) unused = `${name} ${number}`;
  names.add(unused);
  return unused;
}

/** Reads the name that the device will load from its settings; '' if none. */
async function storedName(flash: Flash): Promise<string> {
  const stored = await flash.read('settings');
  const bytes = stored.ok ? stored.value.value : null;
  const name = bytes && readFields(Buffer.from(bytes).toString())?.['name'];
  return typeof name === 'string' ? name : '';
}
