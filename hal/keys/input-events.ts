// What the events of one input device mean: keys, steps of a knob, touches.

import type { InputEvent } from './evdev.ts';
import type { DeviceKeys } from './held-keys.ts';
import { EV_KEY, EV_REL, EV_SYN, SYN_DROPPED, SYN_REPORT } from './input-codes.ts';
import type { InputUse } from './input-use.ts';
import { keyOfStep } from './key-map.ts';
import type { Key } from './keys.ts';
import type { TouchPoint, TouchState, Touches } from './touch.ts';

interface InputEventsOptions {
  readonly use: InputUse;
  readonly keys: DeviceKeys;
  readonly knob_reversed: boolean;
  /** Null for a device without a touch screen. */
  readonly touches: Touches | null;
  tap(key: Key): void;
  /** In the units of the device. */
  touch(point: TouchPoint): void;
  /** What the device says of itself, after some events were lost. */
  heldCodes(): ReadonlySet<number>;
  touchState(): TouchState | null;
}

const RELEASED = 0;
const PRESSED = 1; // 2 is the kernel's own repeat, and the firmware repeats itself
/** A knob that is turned fast; more at once is no hand's doing. */
const STEPS_MAX = 32;

/** @returns What takes the events, one after the other. */
export function createInputEvents(options: InputEventsOptions): (event: InputEvent) => void {
  const { use, keys, touches } = options;
  /** The kernel's buffer was full: what comes until the next report is incomplete. */
  let lost = false;

  const readAgain = (): void => {
    keys.hold(options.heldCodes());
    const state = options.touchState();
    if (state) touches?.set(state);
  };
  const step = (axis: number, value: number): void => {
    const key = use.steps.has(axis) ? keyOfStep(axis, value, options.knob_reversed) : null;
    if (!key) return;
    for (let left = Math.min(Math.abs(value), STEPS_MAX); left > 0; left--) options.tap(key);
  };
  return (event) => {
    const { type, code, value } = event;
    if (type === EV_SYN && code === SYN_DROPPED) lost = true;
    if (lost) {
      if (type !== EV_SYN || code !== SYN_REPORT) return;
      lost = false;
      readAgain();
      return;
    }
    if (type === EV_KEY && value === PRESSED) keys.press(code);
    else if (type === EV_KEY && value === RELEASED) keys.release(code);
    else if (type === EV_REL) step(code, value);
    const point = touches?.event(event);
    if (point) options.touch(point);
  };
}
