// Outputs of the machine since the watch started: the colour of each LED, and the keys that the computer at the
// keyboard gadget received.

import { ok, type Result } from '../../wire/errors.ts';
import { SIMULATOR_KEYS } from '../../wire/simulator-keys.ts';
import type { Machine } from '../machine/machine.ts';
import { readLedPins } from './pins.ts';
import { readColour, readInput } from './watch.ts';

export interface Outputs {
  /** Returns the colours, `#rrggbb` as on a screen; null for a dark LED. Errors: `rig_failed`. */
  leds(): Promise<Result<readonly (string | null)[]>>;
  /** Returns the action of each key in a golf simulator, or its codes, oldest first. */
  taps(): readonly string[];
  close(): void;
}

const LEDS = 4;
const PC_END = 'tapin keyboard';
const EV_KEY = 1;
/** Key codes of the kernel's input-event-codes.h, with the HID usage behind each. */
const [KEY_LEFTCTRL, CODES] = [
  29,
  new Map([
    [105, 0x50],
    [106, 0x4f],
    [103, 0x52],
    [108, 0x51],
    [30, 0x04],
    [50, 0x10],
    [23, 0x0c],
    [37, 0x0e],
    [22, 0x18],
  ]),
];

/** Watches the outputs. `led_pins`: reads the LEDs from pins instead of USB. */
export function watchOutputs({ watch, qmp }: Pick<Machine, 'watch' | 'qmp'>, led_pins: boolean): Outputs {
  const lights: [number, number, number][] = Array.from({ length: LEDS }, () => [0, 0, 0]);
  const taps: string[] = [];
  const down = new Set<number>();
  const close = watch.onLine((line) => {
    const colour = readColour(line);
    if (colour) return void (lights[colour.led] = [...colour.rgb]);
    const input = readInput(line);
    if (!input?.device.includes(PC_END) || input.type !== EV_KEY) return;
    const { code, value } = input;
    if (value === 0) down.delete(code);
    if (value !== 1) return;
    down.add(code);
    if (code !== KEY_LEFTCTRL) taps.push(nameOf(code, down.has(KEY_LEFTCTRL)));
  });
  const onUsb = (): Promise<Result<readonly (string | null)[]>> =>
    Promise.resolve(ok(lights.slice(0, LEDS).map(screenColour)));
  return { leds: led_pins ? () => readLedPins(qmp) : onUsb, taps: () => [...taps], close };
}

function nameOf(code: number, ctrl: boolean): string {
  const usage = CODES.get(code);
  const modifiers = ctrl ? 1 : 0;
  const found = Object.entries(SIMULATOR_KEYS).find(([, key]) => key.usage === usage && key.modifiers === modifiers);
  return found?.[0] ?? `${ctrl ? 'ctrl and ' : ''}key ${code}`;
}

/**
 * Converts light, as a share of the brightest, to a screen colour (IEC 61966-2-1), because tests name screen colours.
 */
function screenColour(light: readonly [number, number, number]): string | null {
  if (light.every((each) => each === 0)) return null;
  const stretched = light.map((each) => {
    const share = each / 255;
    return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055));
  });
  return `#${stretched.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}
