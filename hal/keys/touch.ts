// Fingers on a touch screen, out of input events: one point for each touch, where the first finger came down. A second finger beside it is no
// touch of its own. A finger that is lost for a moment, as worn panels and dry fingers do, is the same when it is back: a contact within
// SAME_FINGER_MS of a lift and near it begins no touch.
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
interface TouchSlot extends TouchPoint {
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

/** @param near The distance on each axis within which a finger that is back is the same. */
export const createTouches = (kind: TouchKind, state: TouchState, near: TouchPoint): Touches => {
  const lifts = createLifts(near);
  return kind === 'frames' ? createFrames(lifts) : createSlots(kind, state, lifts);
};

const SAME_FINGER_MS = 60;

interface Lifts {
  /** Fingers are gone. */
  lifted(points: readonly TouchPoint[], at_ms: number): void;
  /** A contact is a finger that has just been lifted. */
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
  /** Where the fingers were at the last report. */
  let places = placesOf(slots);
  const change = (part: Partial<TouchSlot>): void =>
    void slots.set(slot, { ...(slots.get(slot) ?? { id: NO_FINGER, x: 0, y: 0 }), ...part });

  const moved = (code: number, value: number): void => {
    if (code === axes.x) change({ x: value });
    else if (code === axes.y) change({ y: value });
    else if (kind === 'slots' && code === ABS_MT_SLOT) slot = value;
    else if (kind === 'slots' && code === ABS_MT_TRACKING_ID) change({ id: value });
  };
  const reported = (at_ms: number): TouchPoint | null => {
    const [before, left] = [fingers, places];
    fingers = idsOf(slots);
    places = placesOf(slots);
    if ([...fingers].some((id) => before.has(id))) return null;
    if (before.size > 0) lifts.lifted(left, at_ms);
    const [touched] = places;
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
      places = placesOf(slots);
    },
  };
}

const idsOf = (slots: ReadonlyMap<number, TouchSlot>): ReadonlySet<number> =>
  new Set([...slots.values()].map(({ id }) => id).filter((id) => id !== NO_FINGER));

/** Where the fingers are, in the order of their slots. */
const placesOf = (slots: ReadonlyMap<number, TouchSlot>): readonly TouchPoint[] =>
  [...slots].sort(([a], [b]) => a - b).flatMap(([, { id, x, y }]) => (id === NO_FINGER ? [] : [{ x, y }]));

const isContact = (code: number): boolean => code === BTN_TOUCH || code === BTN_LEFT;

function createFrames(lifts: Lifts): Touches {
  /** Where the fingers of the last frame were. */
  let places: readonly TouchPoint[] = [];
  let fingers: TouchPoint[] = [];
  let finger: Partial<TouchPoint> = {};
  /** A frame about something else, such as a button, says nothing of the fingers. */
  let told = false;

  const reported = (at_ms: number): TouchPoint | null => {
    const [first = null] = fingers;
    const begins = told && first !== null && places.length === 0 && !lifts.isSame(first, at_ms);
    if (told && first === null && places.length > 0) lifts.lifted(places, at_ms);
    if (told) places = fingers;
    [fingers, finger, told] = [[], {}, false];
    return begins ? first : null;
  };
  return {
    event({ type, code, value, time_ms }) {
      if (type === EV_ABS && code === ABS_MT_POSITION_X) finger = { ...finger, x: value };
      else if (type === EV_ABS && code === ABS_MT_POSITION_Y) finger = { ...finger, y: value };
      else if (type === EV_KEY && code === BTN_TOUCH && value === 0) told = true;
      else if (type === EV_SYN && code === SYN_MT_REPORT) {
        const { x, y } = finger;
        if (x !== undefined && y !== undefined) fingers.push({ x, y });
        [finger, told] = [{}, true];
      } else if (type === EV_SYN && code === SYN_REPORT) return reported(time_ms);
      return null;
    },
    // The next frame lists all fingers again.
    set: () => void ([fingers, finger, told] = [[], {}, false]),
  };
}
