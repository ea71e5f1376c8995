// Translates the events of one input device into keys, knob steps and touches.

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
  /** null for a device without a touch screen. */
  readonly touches: Touches | null;
  tap(key: Key): void;
  /** Reports a touch in device units. */
  touch(point: TouchPoint): void;
  /** Returns the keys that the device reports as down, after events were lost. */
  heldCodes(): ReadonlySet<number>;
  touchState(): TouchState | null;
}

const RELEASED = 0;
const PRESSED = 1; // 2 is the kernel's repeat; the firmware repeats keys itself
/** Maximum steps per event; no hand turns a knob faster. */
const STEPS_MAX = 32;

/** @returns Handler to call with each event in order. */
export function createInputEvents(options: InputEventsOptions): (event: InputEvent) => void {
  const { use, keys, touches } = options;
  /** Whether the kernel's buffer overflowed; events up to the next report are then incomplete. */
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
