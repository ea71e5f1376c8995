// Decides from its capabilities whether an input device serves as keys, knob or touch screen.

import {
  ABS_MT_POSITION_X,
  ABS_MT_POSITION_Y,
  ABS_MT_SLOT,
  ABS_X,
  ABS_Y,
  BTN_LEFT,
  BTN_RIGHT,
  BTN_STYLUS,
  BTN_TOOL_PEN,
  BTN_TOUCH,
  INPUT_PROP_DIRECT,
  INPUT_PROP_POINTER,
  REL_X,
  REL_Y,
} from './input-codes.ts';
import { STEP_AXES, type KeyMap } from './key-map.ts';
import { KEYS, type Key } from './keys.ts';
import type { TouchKind } from './touch.ts';

type Numbers = ReadonlySet<number>;

interface Capabilities {
  readonly name: string;
  readonly keys: Numbers;
  readonly rel: Numbers;
  readonly abs: Numbers;
  readonly properties: Numbers;
}

export interface InputUse {
  readonly keys: readonly Key[];
  /** Axes on which a knob or a wheel steps. */
  readonly steps: Numbers;
  readonly touch: TouchKind | null;
}

/** @returns null for a device that tapin does not use, such as a power button. */
export function useOf(can: Capabilities, map: KeyMap): InputUse | null {
  const meant = new Set([...can.keys].map((code) => map.get(code)));
  const keys = KEYS.filter((key) => meant.has(key));
  const steps = stepsOf(can.rel);
  const touch = touchOf(can);
  return keys.length > 0 || steps.size > 0 || touch ? { keys, steps, touch } : null;
}

/** Returns the step axes. On a mouse only the wheel steps; the other axes are movement. */
function stepsOf(rel: Numbers): Numbers {
  const steps = [...rel].filter((axis) => STEP_AXES.has(axis));
  return new Set(rel.has(REL_Y) ? steps.filter((axis) => axis !== REL_X) : steps);
}

/** Name of QEMU's emulated tablet. It reports mouse buttons but serves as a touch screen. */
const QEMU_TABLET = /^QEMU .*Tablet$/;

function touchOf(can: Capabilities): TouchKind | null {
  const { name, keys, abs } = can;
  if (movesPointer(can)) return null;
  if (abs.has(ABS_MT_POSITION_X) && abs.has(ABS_MT_POSITION_Y)) return abs.has(ABS_MT_SLOT) ? 'slots' : 'frames';
  if (!abs.has(ABS_X) || !abs.has(ABS_Y)) return null;
  // Some panels report a left button instead of a contact; a mouse with absolute axes has a right button too.
  const pressed = keys.has(BTN_TOUCH) || (keys.has(BTN_LEFT) && (!keys.has(BTN_RIGHT) || QEMU_TABLET.test(name)));
  return pressed ? 'single' : null;
}

/** Whether the device is a touchpad, mouse or pen tablet and not a touch screen. */
const movesPointer = ({ keys, rel, properties }: Capabilities): boolean =>
  !properties.has(INPUT_PROP_DIRECT) &&
  (properties.has(INPUT_PROP_POINTER) ||
    keys.has(BTN_TOOL_PEN) ||
    keys.has(BTN_STYLUS) ||
    (rel.has(REL_X) && rel.has(REL_Y)));

/** Describes the use in words, such as `keys up, down and ok; a knob`. */
export function useInWords({ keys, steps, touch }: InputUse): string {
  const words = keys.length > 0 ? [`keys ${listed(keys)}`] : [];
  if (steps.size > 0) words.push('a knob or wheel');
  if (touch) words.push('a touch screen');
  return words.join('; ');
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
