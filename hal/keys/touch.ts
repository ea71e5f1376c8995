// Detects touches in input events: one point per touch, where the first finger came down. A second finger is not a
// touch of its own. Worn panels and dry fingers lose contact briefly: a contact near a lift and within SAME_FINGER_MS
// of it is the same finger and starts no touch.
// The kernel reports fingers in three ways: `single` (ABS_X, ABS_Y, and BTN_TOUCH or BTN_LEFT), `slots` (multitouch
// protocol B: each finger has a slot, and a tracking id while it touches), `frames` (protocol A: every frame lists all
// fingers). An unchanged axis is not reported again, even for another finger in the same slot, so the last values are
// kept.

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

/** Point in device units. */
export interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

/** Slot that can hold one finger. */
interface TouchSlot extends TouchPoint {
  /** Tracking id of the finger; NO_FINGER if none. */
  readonly id: number;
}

/** Current positions of all fingers. */
export interface TouchState {
  /** Slot that the next events apply to. */
  readonly slot: number;
  /** Slots of the device; one if it has no slots. */
  readonly slots: readonly TouchSlot[];
}

export const NO_FINGER = -1;

export interface Touches {
  /** @returns The point where a touch starts; null for every other event. */
  event(event: InputEvent): TouchPoint | null;
  /** Sets the real state after events were lost. Starts no touch. */
  set(state: TouchState): void;
}

/** @param near Largest distance on each axis between a lift and a contact of the same finger. */
export const createTouches = (kind: TouchKind, state: TouchState, near: TouchPoint): Touches => {
  const lifts = createLifts(near);
  return kind === 'frames' ? createFrames(lifts) : createSlots(kind, state, lifts);
};

const SAME_FINGER_MS = 60;

interface Lifts {
  /** Records fingers that were lifted. */
  lifted(points: readonly TouchPoint[], at_ms: number): void;
  /** Whether the contact is a finger that was just lifted. */
  isSame(point: TouchPoint, at_ms: number): boolean;
}

function createLifts(near: TouchPoint): Lifts {
  let points: readonly TouchPoint[] = [];
  let lifted_ms = Number.NaN;
  return {
    lifted: (gone, at_ms) => ([points, lifted_ms] = [gone, at_ms > 0 ? at_ms : Number.NaN]),
    isSame: ({ x, y }, at_ms) =>
      at_ms >= lifted_ms &&
      at_ms - lifted_ms <= SAME_FINGER_MS &&
      points.some((each) => Math.abs(each.x - x) <= near.x && Math.abs(each.y - y) <= near.y),
  };
}

function createSlots(kind: Exclude<TouchKind, 'frames'>, first: TouchState, lifts: Lifts): Touches {
  const axes = kind === 'slots' ? { x: ABS_MT_POSITION_X, y: ABS_MT_POSITION_Y } : { x: ABS_X, y: ABS_Y };
  let { slot } = first;
  let slots = new Map(first.slots.entries());
  let fingers = idsOf(slots);
  /** Positions of the fingers at the last report. */
  let positions = positionsOf(slots);
  const change = (patch: Partial<TouchSlot>): void =>
    void slots.set(slot, { ...(slots.get(slot) ?? { id: NO_FINGER, x: 0, y: 0 }), ...patch });

  const moved = (code: number, value: number): void => {
    if (code === axes.x) change({ x: value });
    else if (code === axes.y) change({ y: value });
    else if (kind === 'slots' && code === ABS_MT_SLOT) slot = value;
    else if (kind === 'slots' && code === ABS_MT_TRACKING_ID) change({ id: value });
  };
  const reported = (at_ms: number): TouchPoint | null => {
    const [before, left] = [fingers, positions];
    fingers = idsOf(slots);
    positions = positionsOf(slots);
    if ([...fingers].some((id) => before.has(id))) return null;
    if (before.size > 0) lifts.lifted(left, at_ms);
    const [touched] = positions;
    return touched && !lifts.isSame(touched, at_ms) ? touched : null;
  };
  return {
    event({ type, code, value, time_ms }) {
      if (type === EV_ABS) moved(code, value);
      else if (type === EV_KEY && kind === 'single' && isContact(code)) change({ id: value === 0 ? NO_FINGER : 0 });
      else if (type === EV_SYN && code === SYN_REPORT) return reported(time_ms);
      return null;
    },
    set(state) {
      ({ slot } = state);
      slots = new Map(state.slots.entries());
      fingers = idsOf(slots);
      positions = positionsOf(slots);
    },
  };
}

const idsOf = (slots: ReadonlyMap<number, TouchSlot>): ReadonlySet<number> =>
  new Set([...slots.values()].map(({ id }) => id).filter((id) => id !== NO_FINGER));

/** Returns the positions of the fingers, in slot order. */
const positionsOf = (slots: ReadonlyMap<number, TouchSlot>): readonly TouchPoint[] =>
  [...slots].sort(([a], [b]) => a - b).flatMap(([, { id, x, y }]) => (id === NO_FINGER ? [] : [{ x, y }]));

const isContact = (code: number): boolean => code === BTN_TOUCH || code === BTN_LEFT;

function createFrames(lifts: Lifts): Touches {
  /** Positions of the fingers in the last frame. */
  let positions: readonly TouchPoint[] = [];
  let fingers: TouchPoint[] = [];
  let finger: Partial<TouchPoint> = {};
  /** Whether the frame mentions fingers; one about something else, such as a button, does not. */
  let mentions_fingers = false;

  const reported = (at_ms: number): TouchPoint | null => {
    const [first = null] = fingers;
    const is_new = mentions_fingers && first !== null && positions.length === 0 && !lifts.isSame(first, at_ms);
    if (mentions_fingers && first === null && positions.length > 0) lifts.lifted(positions, at_ms);
    if (mentions_fingers) positions = fingers;
    [fingers, finger, mentions_fingers] = [[], {}, false];
    return is_new ? first : null;
  };
  return {
    event({ type, code, value, time_ms }) {
      if (type === EV_ABS && code === ABS_MT_POSITION_X) finger = { ...finger, x: value };
      else if (type === EV_ABS && code === ABS_MT_POSITION_Y) finger = { ...finger, y: value };
      else if (type === EV_KEY && code === BTN_TOUCH && value === 0) mentions_fingers = true;
      else if (type === EV_SYN && code === SYN_MT_REPORT) {
        const { x, y } = finger;
        if (x !== undefined && y !== undefined) fingers.push({ x, y });
        [finger, mentions_fingers] = [{}, true];
      } else if (type === EV_SYN && code === SYN_REPORT) return reported(time_ms);
      return null;
    },
    // The next frame lists all fingers again.
    set: () => void ([fingers, finger, mentions_fingers] = [[], {}, false]),
  };
}
