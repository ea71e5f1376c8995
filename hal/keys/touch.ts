// Fingers on a touch screen, out of input events: one point for each touch, where the first finger came down. A second finger beside it is no
// touch of its own.
//
// Three ways in which the kernel tells of fingers: `single` (ABS_X, ABS_Y, and BTN_TOUCH or BTN_LEFT), `slots` (multitouch protocol B: each
// finger has a slot, and a tracking id while it is there), `frames` (protocol A: every frame lists all fingers). An axis that stays as it was is
// not told again, also not for another finger in the same slot, so what was last told is kept.

import {
  ABS_MT_POSITION_X,
  ABS_MT_POSITION_Y,
  ABS_MT_SLOT,
  ABS_MT_TRACKING_ID,
  ABS_X,
  ABS_Y,
  BTN_LEFT,
  BTN_TOUCH,
  EV_ABS,
  EV_KEY,
  EV_SYN,
  SYN_MT_REPORT,
  SYN_REPORT,
} from './input-codes.ts';
import type { InputEvent } from './evdev.ts';

export type TouchKind = 'single' | 'slots' | 'frames';

/** In the units of the device. */
export interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

/** A place for a finger. */
export interface TouchSlot extends TouchPoint {
  /** Of the finger; NO_FINGER for none. */
  readonly id: number;
}

/** Where the fingers are now. */
export interface TouchState {
  /** The slot that the next events are about. */
  readonly slot: number;
  /** One where the device has no slots. */
  readonly slots: readonly TouchSlot[];
}

export const NO_FINGER = -1;

export interface Touches {
  /** @returns Where a touch began; null for every other event. */
  event(event: InputEvent): TouchPoint | null;
  /** What is really there, after some was missed. No touch begins by it. */
  set(state: TouchState): void;
}

export const createTouches = (kind: TouchKind, state: TouchState): Touches =>
  kind === 'frames' ? createFrames() : createSlots(kind, state);

function createSlots(kind: Exclude<TouchKind, 'frames'>, first: TouchState): Touches {
  const axes = kind === 'slots' ? { x: ABS_MT_POSITION_X, y: ABS_MT_POSITION_Y } : { x: ABS_X, y: ABS_Y };
  let { slot } = first;
  let slots = new Map(first.slots.entries());
  let fingers = idsOf(slots);
  const change = (part: Partial<TouchSlot>): void =>
    void slots.set(slot, { ...(slots.get(slot) ?? { id: NO_FINGER, x: 0, y: 0 }), ...part });

  const moved = (code: number, value: number): void => {
    if (code === axes.x) change({ x: value });
    else if (code === axes.y) change({ y: value });
    else if (kind === 'slots' && code === ABS_MT_SLOT) slot = value;
    else if (kind === 'slots' && code === ABS_MT_TRACKING_ID) change({ id: value });
  };
  const reported = (): TouchPoint | null => {
    const before = fingers;
    fingers = idsOf(slots);
    if ([...fingers].some((id) => before.has(id))) return null;
    const [touched] = [...slots].sort(([a], [b]) => a - b).flatMap(([, each]) => (each.id === NO_FINGER ? [] : [each]));
    return touched ? { x: touched.x, y: touched.y } : null;
  };
  return {
    event({ type, code, value }) {
      if (type === EV_ABS) moved(code, value);
      else if (type === EV_KEY && kind === 'single' && isContact(code)) change({ id: value === 0 ? NO_FINGER : 0 });
      else if (type === EV_SYN && code === SYN_REPORT) return reported();
      return null;
    },
    set(state) {
      ({ slot } = state);
      slots = new Map(state.slots.entries());
      fingers = idsOf(slots);
    },
  };
}

const idsOf = (slots: ReadonlyMap<number, TouchSlot>): ReadonlySet<number> =>
  new Set([...slots.values()].map(({ id }) => id).filter((id) => id !== NO_FINGER));

const isContact = (code: number): boolean => code === BTN_TOUCH || code === BTN_LEFT;

function createFrames(): Touches {
  let touched = false;
  let fingers: TouchPoint[] = [];
  let finger: Partial<TouchPoint> = {};
  /** A frame about something else, such as a button, says nothing of the fingers. */
  let told = false;

  const reported = (): TouchPoint | null => {
    const [first = null] = fingers;
    const begins = told && first !== null && !touched;
    if (told) touched = first !== null;
    [fingers, finger, told] = [[], {}, false];
    return begins ? first : null;
  };
  return {
    event({ type, code, value }) {
      if (type === EV_ABS && code === ABS_MT_POSITION_X) finger = { ...finger, x: value };
      else if (type === EV_ABS && code === ABS_MT_POSITION_Y) finger = { ...finger, y: value };
      else if (type === EV_KEY && code === BTN_TOUCH && value === 0) told = true;
      else if (type === EV_SYN && code === SYN_MT_REPORT) {
        const { x, y } = finger;
        if (x !== undefined && y !== undefined) fingers.push({ x, y });
        [finger, told] = [{}, true];
      } else if (type === EV_SYN && code === SYN_REPORT) return reported();
      return null;
    },
    // The next frame lists all fingers again.
    set: () => void ([fingers, finger, told] = [[], {}, false]),
  };
}
