// External checks of the device's peripherals: the display shows what the device draws, and it receives keys and
// touches.

import { setTimeout as sleep } from 'node:timers/promises';
import { readFrame } from '../../simulation/reports/frames.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { DeviceMachine } from '../device.ts';
import { setKey, tapKey, tapScreen } from '../probes/input.ts';
import { openGuestPanel, type GuestPanel } from '../probes/panel.ts';
import { takePicture } from '../probes/screen.ts';
import { unexpected, type Check } from './check.ts';

export const SHOWS_SCREEN: Check = { name: 'shows every pixel that tapin draws', run: showsScreen };
export const READS_INPUTS: Check = { name: 'moves the menu with keys and chooses by touch', run: readsInputs };
export const READS_OTHER_INPUTS: Check = { name: 'reads a knob and the first of two fingers', run: readsOthers };
export const LETS_GO: Check = { name: 'repeats a held key until its release', run: letsGo };

/** Maximum time from a key to the screen on an emulated CPU. */
const INPUT_MS_MAX = 1500;
const HELD_MS = 2500;

/** A machine with a display, and the token of its page. */
interface ShownDevice {
  readonly machine: Pick<DeviceMachine['machine'], 'qmp' | 'folder'>;
  readonly token: string;
}

/** Maximum time until the display shows what the page has: after a start, the first frame takes seconds under emulation. */
const SHOWN_MS_MAX = 20_000;

/** Compares all pixels: the display has eight bits per colour, so none may differ. */
export async function showsScreen({ machine, token }: ShownDevice): Promise<Result<string>> {
  const panel = await openGuestPanel(machine, token);
  if (!panel.ok) return panel;
  for (const end = performance.now() + SHOWN_MS_MAX; ; await sleep(500)) {
    const compared = await comparePixels(machine, panel.value);
    if (compared.ok || performance.now() > end) return compared;
  }
}

async function comparePixels(
  machine: ShownDevice['machine'],
  panel: Pick<GuestPanel, 'read'>,
): Promise<Result<string>> {
  const png = await panel.read('/api/devices/0/screen.png');
  if (!png.ok) return png;
  const picture = await takePicture(machine);
  if (!picture.ok) return picture;
  const { width, height, pixels } = await readFrame(png.value);
  const { rgba, ...size } = picture.value;
  if (size.width !== width || size.height !== height)
    return fail('rig_failed', `The display has ${size.width}×${size.height} pixels.`);
  const at = pixels.findIndex((value, index) => value !== rgba[index]);
  return at < 0
    ? ok(`${width}×${height}`)
    : fail('rig_failed', `Pixel ${(at >> 2) % width}, ${Math.floor((at >> 2) / width)} differs from what tapin drew.`);
}

/** Third row of the menu. */
const ROW = { x: 240, y: 144 };

/** Returns a function that reads the focused line of the screen, or its first line if none has the focus. */
export async function openFocus({ machine, token }: ShownDevice): Promise<Result<() => Promise<string>>> {
  const panel = await openGuestPanel(machine, token);
  if (!panel.ok) return panel;
  return ok(async () => {
    const screen = await panel.value.get('/api/devices/0/screen.txt');
    const lines = screen.ok ? screen.value.split('\n') : [];
    return lines.find((line) => line.startsWith('> ')) ?? lines[0] ?? '';
  });
}

export async function readsInputs(device: ShownDevice): Promise<Result<string>> {
  const { qmp } = device.machine;
  const focus = await openFocus(device);
  if (!focus.ok) return focus;
  const focused = focus.value;
  const observed = [await focused()];
  const acts = [() => tapKey(qmp, 'down'), () => tapKey(qmp, 'up'), () => tapScreen(qmp, ROW.x, ROW.y), () => tapKey(qmp, 'esc')]; // oxfmt-ignore
  for (const act of acts) {
    const done = await act();
    if (!done.ok) return done;
    await sleep(INPUT_MS_MAX);
    observed.push(await focused());
  }
  const [first, second, again, chosen, left] = observed;
  return first !== second && first === again && chosen !== first && left !== chosen
    ? ok(observed.join(' → '))
    : unexpected(observed);
}

const USE_INPUTS = '/opt/tapin/node_modules/node/bin/node /opt/rig/rig/guest/use-inputs.ts';
/** The same row on a panel of 800×480. */
const FINGER = `fingers ${(ROW.x / 480) * 800} ${(ROW.y / 320) * 480}`;

/** Checks inputs that the kernel plugs in and removes while the device runs. */
async function readsOthers(device: DeviceMachine): Promise<Result<string>> {
  const { agent, qmp } = device.machine;
  const focus = await openFocus(device);
  if (!focus.ok) return focus;
  const observed = [await focus.value()];
  for (const input of ['knob 1', 'knob -1', FINGER]) {
    const used = await agent.run(`${USE_INPUTS} ${input}`);
    if (!used.ok) return used;
    observed.push(await focus.value());
  }
  const left = await tapKey(qmp, 'esc');
  if (!left.ok) return left;
  const [first, second, again, chosen] = observed;
  return first !== second && first === again && chosen !== first && chosen !== second
    ? ok(observed.join(' → '))
    : unexpected(observed);
}

async function letsGo(device: DeviceMachine): Promise<Result<string>> {
  const { qmp } = device.machine;
  const focus = await openFocus(device);
  if (!focus.ok) return focus;
  const observed = [await focus.value()];
  const pressed = await setKey(qmp, 'down', true);
  if (!pressed.ok) return pressed;
  await sleep(HELD_MS);
  const released = await setKey(qmp, 'down', false);
  if (!released.ok) return released;
  for (let reading = 0; reading < 2; reading++) {
    await sleep(INPUT_MS_MAX);
    observed.push(await focus.value());
  }
  // A key that keeps repeating would have reached the end of the list, from where a tap can't move further.
  const tapped = await tapKey(qmp, 'down');
  if (!tapped.ok) return tapped;
  await sleep(INPUT_MS_MAX);
  observed.push(await focus.value());
  const [first, second, third, fourth] = observed;
  return second !== first && second === third && third !== fourth ? ok(observed.join(' → ')) : unexpected(observed);
}
