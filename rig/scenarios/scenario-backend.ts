// Scenario backend for a machine of the rig: keys, touches, strokes, cable and power act from outside, as a player
// would, and the display, LEDs, sounds and gadget keys are the machine's real outputs. Screen texts come from the front
// panel.

import { setTimeout as sleep } from 'node:timers/promises';
import { WIRED } from '../../bin/backend/wired-device.ts';
import type { Key } from '../../hal/keys/keys.ts';
import { pngOf, readFrame } from '../../simulation/reports/frames.ts';
import { EMPTY_SNAPSHOT, type Backend, type Snapshot, type DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { openPanelBackend } from '../../simulation/scenarios/panel-backend.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { settled } from '../../simulation/scenarios/settled.ts';
import { colorName } from '../../hal/leds/color-name.ts';
import { fail, messageOf, ok, assertDefined, type Result } from '../../wire/errors.ts';
import { bootDevice, type DeviceMachine } from '../device.ts';
import { findSound } from '../probes/recorded-sounds.ts';
import { setKey, tapKey, tapScreen } from '../probes/input.ts';
import { watchOutputs, type Outputs } from '../probes/outputs.ts';
import { openGuestPanel } from '../probes/panel.ts';
import { takePicture } from '../probes/screen.ts';
import { playedWave } from '../probes/sound.ts';
import { plugSensor, type UsbSensor } from '../probes/usb-sensor.ts';
import type { Image } from '../build/image.ts';
import { RECORDING } from '../build/root-image.ts';
import { openSimulator } from './scenario-simulator.ts';
import { storeOnMachine } from './scenario-storage.ts';

/**
 * Capabilities of a device with its own sensor, plus the output of the gadget; without 'pace', as an emulated processor
 * is slow.
 */
const CAN: readonly string[] = [...WIRED, 'taps'].filter((can) => can !== 'pace');
/** QEMU QKeyCodes. */
const KEYS: Readonly<Record<Key, string>> = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  ok: 'ret',
  back: 'esc',
};
/** Longest time until a key press takes effect. */
const SETTLE_MS_MAX = 1500;
const POLL_EVERY_MS = 40;
/** Interval between snapshots while waiting: each costs an emulated processor 50 ms that the device needs. */
const WAITING_POLL_MS = 300;
/** Timeout of a panel call: an emulated processor answers late while it starts. */
const CALL_MS_MAX = 60_000;
/** Longest time until the display shows what the device has drawn. */
const SHOWN_MS_MAX = 4000;
/** Longest time until a sound is in the wave file. */
const HEARD_MS_MAX = 15_000;
/** Sounds that the next one soon cuts off, so the wave file need not contain them. */
const SHORT: ReadonlySet<string> = new Set(['click', 'strike', 'miss']);

/** Handles of a machine that is on. */
interface Running {
  readonly device: DeviceMachine;
  readonly panel: DeviceTarget;
  readonly outputs: Outputs;
  sensor: UsbSensor | null;
}

/**
 * Creates a backend on the machine that `begin` returns with tapin running. Errors: `rig_failed`, or as for a storage
 * or a front panel.
 */
export async function openVmBackend(
  image: Image,
  begin: () => Promise<Result<DeviceMachine>>,
  scenario: Scenario,
): Promise<Result<Backend>> {
  const name = scenario.devices[0]?.name ?? '';
  /** Machines started so far; machines that are off keep their disks until the end of the scenario. */
  const machines: DeviceMachine[] = [];
  const logged: string[] = [];
  const take = (device: DeviceMachine): void => {
    machines.push(device);
    // Skip the first line after each start: it contains the panel token.
    device.machine.device.onLine((line) => void (line.startsWith('{') || logged.push(line)));
  };
  const beside = hasSimulator(scenario) ? await openSimulator(scenario.simulator) : ok(null);
  if (!beside.ok) return beside;
  const close = async (): Promise<void> => {
    await beside.value?.close();
    for (const { machine } of machines) await machine.close();
  };
  const first = await begin();
  if (!first.ok) {
    await close();
    return first;
  }
  take(first.value);
  const started = await storeOnMachine(first.value.machine, scenario, beside.value?.address ?? null)
    .then((prepared) => (prepared.ok ? runningOf(image, first.value, name) : prepared))
    .catch((thrown: unknown) => fail('rig_failed', messageOf(thrown)));
  if (!started.ok) {
    await close();
    return started;
  }
  const started_ms = performance.now();
  const { target, recording } = handsOf(started.value, async () => {
    const { machine } = assertDefined(machines.at(-1), 'a machine');
    const booted = await bootDevice(image, machine.data);
    if (booted.ok) take(booted.value);
    return booted.ok ? runningOf(image, booted.value, name) : booted;
  });
  return ok({
    name: 'a rig machine',
    can: new Set([...CAN, ...(beside.value ? ['simulator', 'requests'] : [])]),
    ...(beside.value ? { servers: beside.value.servers } : {}),
    settle_ms: 0,
    poll_every_ms: WAITING_POLL_MS,
    target: () => target,
    pass: async (ms) => void (ms > 0 && (await sleep(ms))),
    now_ms: () => performance.now() - started_ms,
    cloud: async () => fail('bad_value', 'The rig has no cloud.'),
    log: () => logged,
    recording,
    close,
  });
}

type WithSimulator = Scenario & { readonly simulator: NonNullable<Scenario['simulator']> };

/** True if the scenario has a simulator that the machine can reach: one without its own host and port. */
const hasSimulator = (scenario: Scenario): scenario is WithSimulator =>
  scenario.simulator !== undefined && scenario.simulator.host === undefined && scenario.simulator.port === undefined;

/** Waits until the device has read its storage and found its sensor. */
async function runningOf(image: Image, device: DeviceMachine, name: string): Promise<Result<Running>> {
  const outputs = watchOutputs(device.machine, image.architecture.led_pins);
  const sensor = await plugSensor(device.machine);
  if (!sensor.ok) return sensor;
  const guest = await openGuestPanel(device.machine, device.token);
  if (!guest.ok) return guest;
  const { origin } = new URL(guest.value.url);
  const panel = await openPanelBackend({ origin, token: device.token, call_ms_max: CALL_MS_MAX }, [name]);
  if (!panel.ok) return panel;
  const ready = await guest.value.get('/api/devices/0/wait?within=100s&state=device:running&state=sensor:ready');
  if (!ready.ok) return ready;
  return ok({ device, panel: panel.value.target(name), outputs, sensor: sensor.value });
}

interface Probes {
  readonly target: DeviceTarget;
  /** Returns the recording of the device since its start; null while it is off. */
  recording(): Promise<Uint8Array | null>;
}

function handsOf(first: Running, boot: () => Promise<Result<Running>>): Probes {
  let running: Running | null = first;
  let ear = createEar(first);
  const withMachine = async (act: (on: Running) => Promise<Result<unknown>>): Promise<Result<unknown>> =>
    running ? act(running) : fail('device_off', 'The device is off.');
  const withSensor = (act: (sensor: UsbSensor) => Result<unknown>): Promise<Result<unknown>> =>
    withMachine(async ({ sensor }) =>
      sensor ? act(sensor) : fail('sensor_unplugged', 'The sensor is unplugged: plug it in to strike.'),
    );
  const off = async (cut: boolean): Promise<Result<unknown>> => {
    const was = running;
    running = null;
    was?.outputs.close();
    was?.sensor?.board.powerOff();
    if (!was) return ok(undefined);
    return cut ? ok(await was.device.machine.cutPower()) : was.device.machine.powerOff();
  };
  const on = async (): Promise<Result<unknown>> => {
    if (running) return ok(undefined);
    const booted = await boot();
    if (!booted.ok) return booted;
    running = booted.value;
    ear = createEar(booted.value);
    return booted;
  };
  const target: DeviceTarget = {
    snapshot: async () => (running ? snapshotOf(running, ear) : EMPTY_SNAPSHOT),
    png: async () => (running ? displayed(running) : new Uint8Array()),
    key: (key, action) => withMachine((on) => pressKey(on, key, action)),
    type: (text) => withMachine(({ panel }) => panel.type(text)),
    touch: (x, y) =>
      withMachine((on) => settled(on.panel, () => tapScreen(on.device.machine.qmp, x, y), SETTLE_MS_MAX)),
    stroke: (stroke) => withSensor(({ board }) => board.stroke(stroke)),
    wantedPutt: async () => (running ? running.panel.wantedPutt() : null),
    golfer: async () => fail('bad_value', 'The rig has no golfer.'),
    plug: (plugged) => withMachine((on) => (plugged ? plugIn(on) : pullOut(on))),
    fault: (fault) => withSensor((sensor) => sensor.setFault(fault)),
    board: async () => fail('bad_value', 'The sensor of the rig has no firmware.'),
    power: (action) => (action === 'on' ? on() : off(action === 'cut')),
    network: async () => fail('bad_value', "The network can't be switched: the front panel needs it."),
    setClock: async () => fail('bad_value', "The clock of the machine can't be set."),
  };
  const recording = async (): Promise<Uint8Array | null> => {
    const read = running ? await running.device.machine.agent.readFile(RECORDING) : null;
    return read?.ok ? read.value : null;
  };
  return { target, recording };
}

/** Returns the picture on the display, after waiting up to `SHOWN_MS_MAX` for it to match what the device has drawn. */
async function displayed({ device, panel }: Running): Promise<Uint8Array> {
  for (const until_ms = performance.now() + SHOWN_MS_MAX; ; await sleep(POLL_EVERY_MS)) {
    const picture = await takePicture(device.machine);
    if (!picture.ok) throw new Error(picture.error.message);
    const { rgba: pixels, ...size } = picture.value;
    const wanted = await readFrame(await panel.png());
    if (Buffer.compare(pixels, wanted.pixels) === 0 || performance.now() > until_ms) return pngOf({ ...size, pixels });
  }
}

async function plugIn(on: Running): Promise<Result<unknown>> {
  if (on.sensor) return ok(undefined);
  const plugged = await plugSensor(on.device.machine);
  if (plugged.ok) on.sensor = plugged.value;
  return plugged;
}

async function pullOut(on: Running): Promise<Result<unknown>> {
  const pulled = on.sensor;
  on.sensor = null;
  return pulled ? pulled.unplug() : ok(undefined);
}

function pressKey(on: Running, key: Key, action: 'tap' | 'press' | 'release'): Promise<Result<unknown>> {
  const { qmp } = on.device.machine;
  if (action === 'tap') return settled(on.panel, () => tapKey(qmp, KEYS[key]), SETTLE_MS_MAX);
  return setKey(qmp, KEYS[key], action === 'press');
}

/** Checks the device's list of sounds against the wave file and marks those that were not heard. */
type Ear = (reported: readonly string[]) => Promise<readonly string[]>;

async function snapshotOf({ panel, outputs }: Running, ear: Ear): Promise<Snapshot> {
  const snapshot = await panel.snapshot();
  const colors = await outputs.leds();
  if (!colors.ok) throw new Error(colors.error.message);
  const leds = colors.value.map((color) => (color === null ? null : colorName(color)));
  return { ...snapshot, leds, taps: outputs.taps(), sounds: await ear(snapshot.sounds) };
}

function createEar({ device: { machine } }: Running): Ear {
  let until = 0;
  const known: string[] = [];
  const isHeard = async (sound: string): Promise<boolean> => {
    for (const limit_ms = performance.now() + HEARD_MS_MAX; ; await sleep(POLL_EVERY_MS)) {
      const end = findSound(await playedWave(machine.sound), sound, until);
      if (end !== null) until = end;
      if (end !== null || performance.now() > limit_ms) return end !== null;
    }
  };
  return async (reported) => {
    for (const sound of reported.slice(known.length)) {
      const heard = sound === '' || SHORT.has(sound) || (await isHeard(sound));
      known.push(heard ? sound : `${sound} (not heard)`);
    }
    return [...known];
  };
}
