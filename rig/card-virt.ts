// The card on QEMU's `virt`: the display, the keys, the touch screen, the LEDs and the keyboard for a golf simulator's
// computer, which QEMU's Raspberry Pi does not have.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { readStrokeCall } from '../sims/putter/stroke-call.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import type { SecretKey } from '../wire/firmware/secret-key.ts';
import { readFields } from '../wire/json-fields.ts';
import { ARM64 } from './build/architectures.ts';
import { deviceTree } from './build/device-tree.ts';
import type { Print } from './build/cache.ts';
import { readsInputs, showsScreen } from './checks/board-checks.ts';
import { tryUpdate } from './card-update.ts';
import { bootCard, virtBoard, type CardMachine } from './machine/card-machine.ts';
import { CARD_LED_PINS, readLedPins } from './probes/pins.ts';
import { plugSensor } from './probes/usb-sensor.ts';
import type { openSteps } from './steps.ts';

/** The kernel's own USB device controller stands in for the port of a Raspberry Pi. */
const USE_GADGET =
  'modprobe dummy_hcd && systemctl restart tapin-gadget && ls /dev/hidg0 && udevadm settle && sleep 5 && ' +
  'grep "^N: Name" /proc/bus/input/devices && grep -q "^N: Name=.*tapin" /proc/bus/input/devices';
/** The simulated USB port takes most of the emulated processor. */
const END_GADGET = 'systemctl stop tapin-gadget; modprobe -r dummy_hcd';

interface VirtTrial {
  readonly image: string;
  /** Signs firmware that the card trusts. */
  readonly key: SecretKey;
  readonly step: ReturnType<typeof openSteps>['step'];
  readonly print: Print;
}

/** Boots the card and checks its peripherals, its writes and its updates, one step of the report each. */
export async function tryVirt({ image, key, step, print }: VirtTrial): Promise<void> {
  const tree = await deviceTree(ARM64, print, CARD_LED_PINS);
  const boot = (): Promise<Result<CardMachine>> =>
    tree.ok ? bootCard(image, virtBoard(tree.value)) : Promise.resolve(tree);
  const machine = await step(
    'boots a machine with a display from the card',
    boot,
    ({ boot_s }) => `tapin listens after ${boot_s.toFixed(0)} s`,
  );
  if (!machine) return;
  await step('shows every pixel that tapin draws', () => showsScreen({ machine, token: machine.token }), String);
  await step('moves the menu with keys and chooses by touch', () => moveMenu(machine), String);
  await step('lights the LEDs on its pins for a holed putt', () => lightsLeds(machine), String);
  await step('writes less than 2 MB to the card in an hour of play', () => countWrites(machine), String);
  await step('plays a putt by a sensor on USB, chosen on the page', () => playByUsb(machine), String);
  await step('is a keyboard on USB', () => machine.run(USE_GADGET), (text) => text.trim().replaceAll('\n', ', ')); // oxfmt-ignore
  await machine.run(END_GADGET);
  await tryUpdate(machine, { key, step });
}

/** Presses keys on the page until a row is chosen. */
async function choose({ panel }: CardMachine, label: string): Promise<Result<unknown>> {
  for (let presses = 0; presses < 40; presses++) {
    const lines = await panel.get('/api/devices/0/screen.txt');
    if (!lines.ok) return lines;
    const is_there = lines.value.includes(`> ${label}`);
    const pressed = await panel.post('/api/devices/0/key', { key: is_there ? 'ok' : 'down' });
    if (!pressed.ok || is_there) return pressed;
  }
  return fail('rig_failed', `No row ${label}.`);
}

/** On a machine without a Wi-Fi adapter, the first page is about the phone. */
async function moveMenu(machine: CardMachine): Promise<Result<string>> {
  const welcome = await machine.panel.get('/api/devices/0/wait?within=60s&text=Use+your+phone');
  const left = welcome.ok ? await machine.panel.post('/api/devices/0/key', { key: 'back' }) : welcome;
  return left.ok ? readsInputs({ machine, token: machine.token }) : left;
}

/** Starts an experience from any page: Back leaves the first page, which is about the phone. */
async function play(machine: CardMachine, experience: string): Promise<Result<unknown>> {
  for (let presses = 0; presses < 3; presses++) await machine.panel.post('/api/devices/0/key', { key: 'back' });
  const chosen = await choose(machine, experience);
  return chosen.ok ? choose(machine, 'Start') : chosen;
}

const wanted = v.object({ wanted_club_speed_mps: v.number(), wanted_face_angle_deg: v.number() });
const LED_TRIES = 400;

/** A holed putt flashes all LEDs. */
async function lightsLeds(machine: CardMachine): Promise<Result<string>> {
  const { panel, qmp } = machine;
  const playing = await play(machine, 'Close-in putting');
  if (!playing.ok) return playing;
  const sight = await panel.get('/api/devices/0/wait?within=30s&text=Putt+1');
  if (!sight.ok) return sight;
  const figures = v.safeParse(wanted, readFields(sight.value));
  if (!figures.success) return fail('rig_failed', `No putt is due: ${sight.value.slice(0, 200)}`);
  const { wanted_club_speed_mps: club_speed_mps, wanted_face_angle_deg: face_angle_deg } = figures.output;
  const struck = await panel.post('/api/devices/0/strike', { club_speed_mps, face_angle_deg });
  if (!struck.ok) return struck;
  for (let tries = 0; tries < LED_TRIES; tries++) {
    const leds = await readLedPins(qmp, CARD_LED_PINS);
    if (!leds.ok) return leds;
    if (leds.value.every((color) => color !== null)) return ok('player1 to player4');
    await sleep(100);
  }
  return fail('rig_failed', 'The LEDs did not light up.');
}

const PUTTS = 10;
/** Sets of ten minutes, at three putts a minute, as in the bench: the time between two commits of the card's journal. */
const SETS = 3;
const WRITTEN_MB_MAX = 2;

/** Counts all that the card receives in ten minutes of play, by whichever program. The set before creates files. */
async function countWrites(machine: CardMachine): Promise<Result<string>> {
  const played = await playSet(machine);
  const before = played.ok ? await writtenBytes(machine) : played;
  if (!before.ok) return before;
  for (let set = 0; set < SETS; set++) {
    const next = await playSet(machine);
    if (!next.ok) return next;
  }
  const after = await writtenBytes(machine);
  if (!after.ok) return after;
  const mb = (6 * (after.value - before.value)) / 1e6;
  const sentence = `${mb.toFixed(2)} MB in ${6 * SETS * PUTTS} putts`;
  return mb < WRITTEN_MB_MAX ? ok(sentence) : fail('rig_failed', sentence);
}

async function playSet(machine: CardMachine): Promise<Result<unknown>> {
  const { panel } = machine;
  const playing = await play(machine, 'Lag putting');
  if (!playing.ok) return playing;
  for (let putt = 1; putt <= PUTTS; putt++) {
    const due = await panel.get(`/api/devices/0/wait?within=60s&text=Putt+${putt}+of+${PUTTS}`);
    const struck = due.ok ? await panel.post('/api/devices/0/strike', { club_speed_mps: 1 }) : due;
    const shown = struck.ok ? await panel.get('/api/devices/0/wait?within=60s&text=Verdict') : struck;
    const next = shown.ok ? await panel.post('/api/devices/0/key', { key: 'ok' }) : shown;
    if (!next.ok) return next;
  }
  return ok(undefined);
}

const disks = v.array(v.object({ device: v.string(), stats: v.object({ wr_bytes: v.number() }) }));

/** Returns the bytes that the card has received once nothing is pending. */
async function writtenBytes({ qmp, run }: CardMachine): Promise<Result<number>> {
  const synced = await run('sync');
  const stats = synced.ok ? await qmp.call('query-blockstats') : synced;
  if (!stats.ok) return stats;
  const read = v.safeParse(disks, stats.value);
  const card = read.success ? read.output.find(({ device }) => device === 'card') : undefined;
  return card ? ok(card.stats.wr_bytes) : fail('rig_failed', 'QEMU does not count the writes of the card.');
}

const OFFERS = 30;

/** Returns the sensor on USB that the page offers, once the system has found it. */
async function offeredSensor(panel: CardMachine['panel']): Promise<Result<string>> {
  let offered = '';
  for (let tries = 0; tries < OFFERS; tries++) {
    const set_up = await panel.get('/api/devices/0/set-up');
    if (!set_up.ok) return set_up;
    offered = set_up.value;
    const sensor = /\/dev\/serial\/by-id\/[^"]*/.exec(offered)?.[0];
    if (sensor !== undefined) return ok(sensor);
    await sleep(1000);
  }
  return fail('rig_failed', `No sensor on USB is offered: ${offered}`);
}

const RESTARTS = 60;

/** Waits up to two minutes for the sensor of a device that restarts, and refuses calls meanwhile. */
async function readyAgain(panel: CardMachine['panel']): Promise<Result<string>> {
  await sleep(5000);
  for (let tries = 1; ; tries++) {
    const ready = await panel.get('/api/devices/0/wait?within=60s&state=device:running&state=sensor:ready');
    if (ready.ok || tries === RESTARTS) return ready;
    await sleep(2000);
  }
}

async function playByUsb(machine: CardMachine): Promise<Result<string>> {
  const { panel, qmp, folder } = machine;
  const own = join(folder, 'usb');
  mkdirSync(own);
  const plugged = await plugSensor({ qmp, folder: own });
  if (!plugged.ok) return plugged;
  const offered = await offeredSensor(panel);
  if (!offered.ok) return offered;
  const sensor = offered.value;
  const chosen = await panel.post('/api/devices/0/sensor', { sensor });
  if (!chosen.ok) return chosen;
  const ready = await readyAgain(panel);
  if (!ready.ok) return ready;
  const playing = await play(machine, 'Metrics only');
  if (!playing.ok) return playing;
  const stroke = readStrokeCall({ club_speed_mps: 1 });
  const struck = stroke.ok ? plugged.value.board.stroke(stroke.value) : stroke;
  if (!struck.ok) return struck;
  const verdict = await panel.get('/api/devices/0/wait?within=60s&text=Club+speed:+2.2+mph');
  return verdict.ok ? ok(sensor) : verdict;
}
