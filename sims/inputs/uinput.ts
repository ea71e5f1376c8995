// Kernel input devices created through /dev/uinput, which appear to other programs as newly plugged keyboards and touch
// screens.

import { closeSync, constants, openSync, readdirSync, writeSync } from 'node:fs';
import { EV_ABS, EV_KEY, EV_REL, EV_SYN, SYN_REPORT } from '../../hal/keys/input-codes.ts';
import { ioctl, ioctlNumber } from '../../hal/system/libc.ts';

// From linux/uinput.h, as the macros expand on 64 bits.
const UI_DEV_CREATE = 0x5501;
const UI_DEV_DESTROY = 0x5502;
const UI_DEV_SETUP = 0x405c_5503;
const UI_ABS_SETUP = 0x401c_5504;
const UI_SET_EVBIT = 0x4004_5564;
const UI_SET_KEYBIT = 0x4004_5565;
const UI_SET_RELBIT = 0x4004_5566;
const UI_SET_PROPBIT = 0x4004_556e;
const UI_GET_SYSNAME_64 = 0x8040_552c;

/** Property of a touch screen: the axes give the position of the finger. */
const INPUT_PROP_DIRECT = 1;
const BUS_VIRTUAL = 6;
const NAME_BYTES = 80;

export type InputEventOut = readonly [type: number, code: number, value: number];

export interface KernelInputOptions {
  readonly name: string;
  /** Key codes from linux/input-event-codes.h. */
  readonly keys: readonly number[];
  /** Axis number and maximum of each axis; only for a touch screen. */
  readonly axes?: readonly (readonly [axis: number, max: number])[];
  /** Numbers of the relative axes that a knob turns. */
  readonly knobs?: readonly number[];
}

export interface KernelInput {
  /** Name of its file in /dev/input, such as event7. */
  readonly event: string;
  /** Sends events that happen at the same time. */
  send(...events: readonly InputEventOut[]): void;
  unplug(): void;
}

/**
 * Creates and plugs in the device. @throws An error with the system's `code`: ENOENT without the module uinput, EACCES
 * without permission.
 */
export function createKernelInput({ name, keys, axes = [], knobs = [] }: KernelInputOptions): KernelInput {
  const fd = openSync('/dev/uinput', constants.O_RDWR | constants.O_NONBLOCK);
  const types = [EV_KEY, ...(axes.length > 0 ? [EV_ABS] : []), ...(knobs.length > 0 ? [EV_REL] : [])];
  for (const type of types) ioctlNumber(fd, UI_SET_EVBIT, type);
  for (const key of keys) ioctlNumber(fd, UI_SET_KEYBIT, key);
  for (const knob of knobs) ioctlNumber(fd, UI_SET_RELBIT, knob);
  if (axes.length > 0) ioctlNumber(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  for (const [axis, max] of axes) ioctl(fd, UI_ABS_SETUP, absSetup(axis, max));
  ioctl(fd, UI_DEV_SETUP, deviceSetup(name));
  ioctl(fd, UI_DEV_CREATE, null);
  let plugged = true;
  return {
    event: eventOf(fd),
    send: (...events) => void writeSync(fd, Buffer.concat([...events, REPORT].map(bytesOf))),
    unplug() {
      if (!plugged) return;
      plugged = false;
      ioctl(fd, UI_DEV_DESTROY, null);
      closeSync(fd);
    },
  };
}

const REPORT: InputEventOut = [EV_SYN, SYN_REPORT, 0];

/** Encodes the axis number, then struct input_absinfo at 4: value, minimum, maximum. */
function absSetup(axis: number, max: number): Buffer {
  const setup = Buffer.alloc(28);
  setup.writeUInt16LE(axis);
  setup.writeInt32LE(max, 12);
  return setup;
}

/** Encodes struct input_id, the name at 8, ff_effects_max. */
function deviceSetup(name: string): Buffer {
  const setup = Buffer.alloc(8 + NAME_BYTES + 4);
  setup.writeUInt16LE(BUS_VIRTUAL);
  setup.write(name, 8, NAME_BYTES - 1);
  return setup;
}

function eventOf(fd: number): string {
  const sysname = Buffer.alloc(64);
  ioctl(fd, UI_GET_SYSNAME_64, sysname);
  const name = sysname.toString('latin1').replace(/\0.*/s, '');
  return readdirSync(`/sys/devices/virtual/input/${name}`).find((file) => /^event\d+$/.test(file)) ?? '';
}

/** Encodes struct input_event; the kernel sets the time. */
function bytesOf([type, code, value]: InputEventOut): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}
