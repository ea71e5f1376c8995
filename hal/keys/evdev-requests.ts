// Requests of linux/input.h to an open input device: reads the ranges and values of its axes, the keys that are down
// and the fingers in its slots, and grabs the device for exclusive use.

import { bitsOfBytes } from './evdev.ts';
import {
  ABS_MT_POSITION_X,
  ABS_MT_POSITION_Y,
  ABS_MT_SLOT,
  ABS_MT_TRACKING_ID,
  ABS_X,
  ABS_Y,
  BTN_LEFT,
  BTN_TOUCH,
} from './input-codes.ts';
import type { AxisRange } from './touch-place.ts';
import { NO_FINGER, type TouchKind, type TouchState } from './touch.ts';

/** Calls ioctl; throws an error with the system's `code`. */
export type Ioctl = (fd: number, request: number, argument: Uint8Array | null) => number;

const READ = 2;
const WRITE = 1;
/** Builds a request number like the kernel macro _IOC. */
const requestOf = (direction: number, number: number, bytes: number): number =>
  direction * 2 ** 30 + bytes * 2 ** 16 + 0x45 * 2 ** 8 + number;

const INT_BYTES = 4;
const EVIOCGRAB = requestOf(WRITE, 0x90, INT_BYTES);
const ABSINFO_BYTES = 24;
const absRequest = (axis: number): number => requestOf(READ, 0x40 + axis, ABSINFO_BYTES);
/** Bytes for keys up to KEY_MAX, 0x2ff. */
const KEY_BYTES = 96;
const EVIOCGKEY = requestOf(READ, 0x18, KEY_BYTES);
const EVIOCGMTSLOTS = 0x0a;
const SLOTS_MAX = 32;

/** Takes exclusive use of the device until it is closed. Throws EBUSY if another program has it. */
export const grab = (ioctl: Ioctl, fd: number): void => void ioctl(fd, EVIOCGRAB, Uint8Array.of(1, 0, 0, 0));

export function heldCodes(ioctl: Ioctl, fd: number): ReadonlySet<number> {
  const bytes = new Uint8Array(KEY_BYTES);
  ioctl(fd, EVIOCGKEY, bytes);
  return bitsOfBytes(bytes);
}

interface AxisNow extends AxisRange {
  readonly value: number;
}

function axisNow(ioctl: Ioctl, fd: number, axis: number): AxisNow {
  const info = Buffer.alloc(ABSINFO_BYTES);
  ioctl(fd, absRequest(axis), info);
  return { value: info.readInt32LE(0), min: info.readInt32LE(INT_BYTES), max: info.readInt32LE(2 * INT_BYTES) };
}

export function touchRanges(
  ioctl: Ioctl,
  fd: number,
  kind: TouchKind,
): { readonly x: AxisRange; readonly y: AxisRange } {
  const [x, y] = kind === 'single' ? [ABS_X, ABS_Y] : [ABS_MT_POSITION_X, ABS_MT_POSITION_Y];
  return { x: axisNow(ioctl, fd, x), y: axisNow(ioctl, fd, y) };
}

export function touchState(ioctl: Ioctl, fd: number, kind: TouchKind): TouchState {
  if (kind === 'frames') return { slot: 0, slots: [] };
  if (kind === 'single') {
    const held = heldCodes(ioctl, fd);
    const id = held.has(BTN_TOUCH) || held.has(BTN_LEFT) ? 0 : NO_FINGER;
    return { slot: 0, slots: [{ id, x: axisNow(ioctl, fd, ABS_X).value, y: axisNow(ioctl, fd, ABS_Y).value }] };
  }
  const { value: slot, max } = axisNow(ioctl, fd, ABS_MT_SLOT);
  const count = Math.min(max + 1, SLOTS_MAX);
  const xs = slotValues(ioctl, fd, ABS_MT_POSITION_X, count);
  const ys = slotValues(ioctl, fd, ABS_MT_POSITION_Y, count);
  const ids = slotValues(ioctl, fd, ABS_MT_TRACKING_ID, count);
  return { slot, slots: ids.map((id, at) => ({ id, x: xs[at] ?? 0, y: ys[at] ?? 0 })) };
}

/** Reads one value per slot. The request takes the axis in its first word; the values follow it. */
function slotValues(ioctl: Ioctl, fd: number, axis: number, count: number): readonly number[] {
  const words = Buffer.alloc((1 + count) * INT_BYTES);
  words.writeInt32LE(axis);
  ioctl(fd, requestOf(READ, EVIOCGMTSLOTS, words.length), words);
  return Array.from({ length: count }, (_, at) => words.readInt32LE((1 + at) * INT_BYTES));
}
