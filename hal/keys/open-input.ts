// One open input device: turns its bytes into key presses, knob steps and touches.

import { messageOf, systemCodeOf } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import { closeFile, O_NONBLOCK, O_RDONLY, readInto } from '../system/libc.ts';
import type { Poller } from '../system/poller.ts';
import { createEventReader, EVENT_BYTES } from './evdev.ts';
import { grab, heldCodes, touchRanges, touchState, type Ioctl } from './evdev-requests.ts';
import type { FoundInput } from './find-inputs.ts';
import type { DeviceKeys } from './held-keys.ts';
import { createInputEvents } from './input-events.ts';
import type { KeyMap } from './key-map.ts';
import type { VirtualKeys } from './keys-virtual.ts';
import { createTouches, type TouchKind, type TouchPoint } from './touch.ts';
import { withinRange, type AxisRange } from './touch-place.ts';
import type { VirtualTouchscreen } from './touchscreen-virtual.ts';

/** Receiver of the input. */
export type FedKeys = Pick<VirtualKeys, 'key' | 'tap'> & Pick<VirtualTouchscreen, 'contact'>;

export interface InputSetup {
  readonly keys: FedKeys;
  readonly map: KeyMap;
  readonly poller: Poller;
  readonly log: Log;
  /** Whether to grab the devices, so that no console receives the keys. */
  readonly grab: boolean;
  /** Whether the knob is wired in reverse. */
  readonly knob_reversed?: boolean;
  readonly system: InputSystem;
}

/** System calls that a device needs; they throw errors with a `code`. */
export interface InputSystem {
  open(path: string, flags: number): number;
  readonly ioctl: Ioctl;
}

export interface OpenInput {
  readonly found: FoundInput;
  /** Releases the keys that it held. */
  close(): void;
}

const EVENTS_AT_ONCE = 64;

/**
 * Opens a device. Throws if it can't be opened or queried. Calls `lost` when the device was disconnected and must be
 * closed.
 */
export function openInput(found: FoundInput, setup: InputSetup, keys: DeviceKeys, lost: () => void): OpenInput {
  const fd = setup.system.open(found.path, O_RDONLY | O_NONBLOCK);
  let take: (bytes: Uint8Array) => void;
  try {
    take = listenerOf(fd, found, setup, keys);
  } catch (thrown) {
    closeFile(fd);
    throw thrown;
  }
  if (setup.grab) grabOrWarn(fd, found, setup);
  const bytes = new Uint8Array(EVENT_BYTES * EVENTS_AT_ONCE);
  let open = true;
  const end = setup.poller.watch(fd, () => {
    for (;;) {
      if (!open) return;
      const count = readOrEnd(fd, bytes);
      if (count === -1) return;
      if (count === 0) return lost();
      take(bytes.subarray(0, count));
    }
  });
  return {
    found,
    close() {
      open = false;
      end();
      keys.hold(new Set());
      closeFile(fd);
    },
  };
}

function listenerOf(fd: number, { use }: FoundInput, setup: InputSetup, keys: DeviceKeys): (bytes: Uint8Array) => void {
  const { touch: kind } = use;
  const { ioctl } = setup.system;
  const touchNow = () => kind && touchState(ioctl, fd, kind);
  const state = touchNow();
  const ranges = kind && rangesOf(fd, kind, setup);
  const take = createInputEvents({
    use,
    keys,
    knob_reversed: setup.knob_reversed ?? false,
    touches: kind && state && ranges && createTouches(kind, state, nearIn(ranges)),
    tap: setup.keys.tap,
    touch: ({ x, y }) => ranges && setup.keys.contact(withinRange(x, ranges.x), withinRange(y, ranges.y)),
    heldCodes: () => heldCodes(ioctl, fd),
    touchState: touchNow,
  });
  const eventsOf = createEventReader();
  return (bytes) => eventsOf(bytes).forEach(take);
}

type Ranges = Readonly<Record<'x' | 'y', AxisRange>>;

function rangesOf(fd: number, kind: TouchKind, { system }: InputSetup): Ranges {
  const ranges = touchRanges(system.ioctl, fd, kind);
  if (ranges.x.max <= ranges.x.min || ranges.y.max <= ranges.y.min) throw new Error('its touch screen has no range');
  return ranges;
}

/** Distance that a lost finger may move before it returns, as a share of the range: 24 of 480 pixels. */
const NEAR_SHARE = 1 / 20;

const nearIn = ({ x, y }: Ranges): TouchPoint => ({ x: (x.max - x.min) * NEAR_SHARE, y: (y.max - y.min) * NEAR_SHARE });

function grabOrWarn(fd: number, { name, path }: FoundInput, { log, system }: InputSetup): void {
  try {
    grab(system.ioctl, fd);
  } catch (thrown) {
    const why = systemCodeOf(thrown) === 'EBUSY' ? 'another program has grabbed it' : messageOf(thrown);
    log.write('warn', 'keys', `Can't grab an input device: ${why}.`, { name, path });
  }
}

/** @returns 0 for a disconnected device. */
function readOrEnd(fd: number, bytes: Uint8Array): number {
  try {
    return readInto(fd, bytes);
  } catch {
    return 0;
  }
}
